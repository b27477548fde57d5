//! The transposition table against naive models of it, and under many threads.

use std::collections::HashMap;
use std::sync::Barrier;
use std::thread;

use crownhead_engine::eval::Score;
use crownhead_engine::search::Policy;
use crownhead_engine::search::{Bounds, Depth, MoveIndex, Table, TableEntry, TableSize};
use crownhead_rules::Key;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

const PLACES: usize = 16;

/// An entry as a model keeps it.
#[derive(Clone, Copy)]
struct Kept {
    key: Key,
    entry: TableEntry,
    timestamp: u64,
    search: i64,
}

/// The policy as the paper puts it: whether a new entry of this depth, saved now, replaces the old one.
fn is_let_in(policy: Policy, depth: u64, now: u64, old: &Kept) -> bool {
    let old_depth = u64::from(old.entry.depth.get());
    match policy {
        Policy::Newer => true,
        Policy::Deeper => depth >= old_depth,
        Policy::DeeperTimestamp => depth + now >= old_depth + old.timestamp,
        Policy::SharplyDeeper => depth > old_depth,
        Policy::Bucket => unreachable!("it has a model of its own"),
    }
}

/// What is kept when `new` replaces `old`: both bounds if they are of the same position and depth and agree.
fn joined(old: Option<&Kept>, key: Key, new: TableEntry) -> TableEntry {
    let Some(old) = old.filter(|old| old.key == key && old.entry.depth == new.depth) else { return new };
    let low = if old.entry.bounds.low > new.bounds.low { old.entry.bounds.low } else { new.bounds.low };
    let high = if old.entry.bounds.high < new.bounds.high { old.entry.bounds.high } else { new.bounds.high };
    if low > high { new } else { TableEntry { bounds: Bounds { low, high }, ..new } }
}

/// The place of a key in a table with sixteen of them: its first hexadecimal digit.
fn place(key: Key) -> usize {
    usize::from_str_radix(&format!("{:016x}", key.0)[..1], 16).expect("a digit")
}

/// Keys that fight for sixteen places.
fn some_keys(random: &mut Xoshiro256PlusPlus, count: usize) -> Vec<Key> {
    (0..count).map(|_| Key(random.random())).collect()
}

/// A shallow entry, so that equal depths are common; with a lower bound, an upper one or both; with a move or without.
fn some_entry(random: &mut Xoshiro256PlusPlus) -> TableEntry {
    let score = Score::from_millionths(random.random_range(-3..=3));
    let bounds = match random.random_range(0..7) {
        0..3 => Bounds { low: score, high: Score::MAX },
        3..6 => Bounds { low: Score::MIN, high: score },
        _ => Bounds::exact(score),
    };
    let best = MoveIndex::new(random.random_range(250..260));
    TableEntry { depth: Depth::new(random.random_range(0..5)), bounds, best }
}

fn store(table: &Table, key: Key, entry: TableEntry) {
    table.store(key, entry.depth, entry.bounds, entry.best);
}

#[test]
fn one_slot_policies_do_what_the_paper_says() {
    for policy in Policy::ALL.iter().copied().filter(|&policy| policy != Policy::Bucket) {
        let random = &mut Xoshiro256PlusPlus::seed_from_u64(2005);
        let table = policy.table(PLACES).expect("a small table");
        let keys = some_keys(random, 3 * PLACES);
        let mut model: HashMap<usize, Kept> = HashMap::new();
        let (mut now, mut refused) = (0, 0);
        for step in 0..20_000 {
            let (key, entry) = (keys[random.random_range(0..keys.len())], some_entry(random));
            store(&table, key, entry);
            let old = model.get(&place(key));
            if old.is_none_or(|old| is_let_in(policy, u64::from(entry.depth.get()), now, old)) {
                let entry = joined(old, key, entry);
                model.insert(place(key), Kept { key, entry, timestamp: now, search: 0 });
                now += 1;
            } else {
                refused += 1;
            }
            for &key in &keys {
                let known = model.get(&place(key)).filter(|kept| kept.key == key).map(|kept| kept.entry);
                assert_eq!(table.probe(key), known, "{policy}, step {step}");
            }
            // In the end nothing is let in that has to be deeper than the deepest.
            if step % 500 == 499 {
                table.clear();
                model.clear();
                now = 0;
            }
        }
        assert_eq!(refused == 0, policy == Policy::Newer, "{policy} refused {refused}");
    }
}

#[test]
fn sharply_deeper_refuses_the_other_bound_of_the_same_search() {
    let (low, high) = (Score::from_men(0.5), Score::from_men(0.75));
    let both = |policy: Policy| {
        let table = policy.table(PLACES).expect("a small table");
        table.store(Key(1), Depth::new(4), Bounds { low, ..Bounds::OPEN }, MoveIndex::new(0));
        table.store(Key(1), Depth::new(4), Bounds { high, ..Bounds::OPEN }, MoveIndex::new(1));
        table.probe(Key(1)).map(|entry| (entry.bounds, entry.best))
    };
    for &policy in Policy::ALL {
        let expected = if policy == Policy::SharplyDeeper {
            (Bounds { low, ..Bounds::OPEN }, MoveIndex::new(0))
        } else {
            (Bounds { low, high }, MoveIndex::new(1))
        };
        assert_eq!(both(policy), Some(expected), "{policy}");
    }
}

#[test]
fn an_entry_that_is_stored_alone_forgets_the_other_bound() {
    let (low, high) = (Score::from_men(0.5), Score::from_men(0.75));
    for &policy in Policy::ALL.iter().filter(|&&policy| policy != Policy::SharplyDeeper) {
        let table = policy.table(PLACES).expect("a small table");
        table.store(Key(1), Depth::new(4), Bounds { low, ..Bounds::OPEN }, MoveIndex::new(0));
        table.store_alone(Key(1), Depth::new(4), Bounds { high, ..Bounds::OPEN }, MoveIndex::new(1));
        let found = table.probe(Key(1)).map(|entry| (entry.bounds, entry.best));
        assert_eq!(found, Some((Bounds { high, ..Bounds::OPEN }, MoveIndex::new(1))), "{policy}");
    }
}

/// Saves into one modelled bucket of four as the documentation of the table tells it.
fn save_in_bucket(bucket: &mut Vec<Kept>, new: Kept) {
    let worth = |kept: &Kept| i64::from(kept.entry.depth.get()) - 8 * (new.search - kept.search);
    if let Some(same) = bucket.iter_mut().find(|kept| kept.key == new.key) {
        let entry = joined(Some(&*same), new.key, new.entry);
        *same = Kept { entry, ..new };
    } else if bucket.len() < 4 {
        bucket.push(new);
    } else {
        let victim = bucket.iter_mut().min_by_key(|kept| worth(kept)).expect("it is full");
        *victim = new;
    }
}

#[test]
fn buckets_do_what_their_documentation_says() {
    let random = &mut Xoshiro256PlusPlus::seed_from_u64(1994);
    let table = Table::with_entries(4 * PLACES).expect("a small table");
    let keys = some_keys(random, 12 * PLACES);
    let mut model: HashMap<usize, Vec<Kept>> = HashMap::new();
    let mut search = 0;
    for step in 0..20_000 {
        let (key, entry) = (keys[random.random_range(0..keys.len())], some_entry(random));
        store(&table, key, entry);
        let new = Kept { key, entry, timestamp: 0, search };
        save_in_bucket(model.entry(place(key)).or_default(), new);
        for &key in &keys {
            let known = model.get(&place(key)).and_then(|bucket| bucket.iter().find(|kept| kept.key == key));
            assert_eq!(table.probe(key), known.map(|kept| kept.entry), "step {step}");
        }
        if random.random_ratio(1, 100) {
            table.new_search();
            search += 1;
        }
    }
    assert!(search > 100);
}

/// Five keys of one bucket of a table with sixteen.
fn rivals() -> [Key; 5] {
    [1, 2, 3, 4, 5].map(|n| Key(7 << 60 | n))
}

fn store_at_depth(table: &Table, key: Key, plies: u32) {
    table.store(key, Depth::new(plies), Bounds::exact(Score::DRAW), None);
}

#[test]
fn a_bucket_keeps_deep_entries_of_this_search_and_gives_up_old_ones() {
    let [first, second, third, fourth, fifth] = rivals();
    let table = Table::with_entries(4 * PLACES).expect("a small table");
    for (key, plies) in [(first, 9), (second, 3), (third, 12), (fourth, 8)] {
        store_at_depth(&table, key, plies);
    }
    let known = |table: &Table| rivals().map(|key| table.probe(key).is_some());
    store_at_depth(&table, fifth, 0);
    assert_eq!(known(&table), [true, false, true, true, true], "the shallowest gave way");
    store_at_depth(&table, second, 1);
    assert_eq!(known(&table), [true, true, true, true, false], "and again");

    table.new_search();
    for key in [first, second, fourth] {
        store_at_depth(&table, key, 5);
    }
    store_at_depth(&table, fifth, 1);
    assert_eq!(known(&table), [true, true, false, true, true], "twelve plies old are less than five now");
}

#[test]
fn a_table_can_be_emptied_and_tells_how_full_it_is() {
    for &policy in Policy::ALL {
        let table = policy.table(1 << 12).expect("a small table");
        let random = &mut Xoshiro256PlusPlus::seed_from_u64(7);
        assert_eq!(table.fill_permille(), 0, "{policy}");
        let keys = some_keys(random, 1 << 11);
        keys.iter().for_each(|&key| store_at_depth(&table, key, 1));
        let half_full = table.fill_permille();
        assert!((300..550).contains(&half_full), "{policy}: {half_full}");
        some_keys(random, 1 << 17).iter().for_each(|&key| store_at_depth(&table, key, 2));
        assert_eq!(table.fill_permille(), 1000, "{policy}");

        table.new_search();
        assert_eq!(table.fill_permille(), 0, "{policy}: all of it is old");
        table.clear();
        assert!(keys.iter().all(|&key| table.probe(key).is_none()), "{policy}");
        store_at_depth(&table, keys[0], 0);
        assert!(table.probe(keys[0]).is_some(), "{policy}");
    }
}

#[test]
fn sizes_are_kept_to() {
    let size = TableSize::from_mib(3).expect("a size");
    assert_eq!(Table::new(size).expect("3 MiB").bytes(), size.bytes());
    for (entries, bytes) in [(0, 64), (1, 64), (4, 64), (5, 128), (1 << 12, 1 << 16)] {
        let table = Table::with_entries(entries).expect("a small table");
        assert_eq!(table.bytes(), bytes, "{entries} entries");
    }
}

#[test]
fn an_empty_slot_is_no_entry_even_for_the_key_zero() {
    for &policy in Policy::ALL {
        let table = policy.table(PLACES).expect("a small table");
        assert_eq!(table.probe(Key(0)), None, "{policy}");
        store_at_depth(&table, Key(0), 0);
        assert!(table.probe(Key(0)).is_some(), "{policy}");
    }
}

#[test]
fn a_size_that_cannot_be_had_is_refused() {
    for &policy in Policy::ALL {
        let error = policy.table(usize::MAX / 64).expect_err("no machine has it");
        assert!(error.to_string().contains("MiB"), "{error}");
    }
    let error = Table::new(TableSize::MAX).expect_err("nor sixteen TiB");
    assert!(error.to_string().contains(" 16777216 MiB"), "{error}");
}

/// An entry whose every field is told by its key.
fn entry_of(key: Key) -> TableEntry {
    let digest = key.0.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let low = Score::from_millionths((digest >> 40) as i64);
    TableEntry {
        depth: Depth::new(digest as u32 & 7),
        bounds: Bounds { low, high: low.plus((digest >> 8 & 0xFF_FFFF) as i64) },
        best: MoveIndex::new(digest as usize >> 32 & 0xFF),
    }
}

#[test]
fn no_thread_ever_reads_a_mixture_of_entries() {
    const THREADS: u64 = 4;
    for &policy in Policy::ALL {
        let table = policy.table(4).expect("a small table");
        let keys = some_keys(&mut Xoshiro256PlusPlus::seed_from_u64(3), 12);
        let start = Barrier::new(THREADS as usize);
        let fight = |seed: u64| {
            let random = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
            start.wait();
            let mut hits = 0;
            for round in 0..500_000 {
                // Whatever is deep becomes old soon, lest the same entries hold their slots to the end.
                if round % 32 == 0 {
                    table.new_search();
                }
                let key = keys[random.random_range(0..keys.len())];
                store(&table, key, entry_of(key));
                for &key in &keys {
                    if let Some(entry) = table.probe(key) {
                        assert_eq!(entry, entry_of(key), "{policy}");
                        hits += 1;
                    }
                }
            }
            hits
        };
        let hits: u64 = thread::scope(|scope| {
            let threads: Vec<_> = (0..THREADS).map(|seed| scope.spawn(move || fight(seed))).collect();
            threads.into_iter().map(|thread| thread.join().expect("no mixture")).sum()
        });
        assert!(hits > 10_000, "{policy}: {hits} hits");
    }
}
