//! Crownhead.
use crownhead::{arena::*, eval::*, rules::*, search::*};
use std::time::Instant;
struct Show(Instant);
impl Supervisor for Show {
    fn check(&mut self, _: u64) -> Result<u64, Stopped> {
        Ok(u64::MAX)
    }
    fn may_start_probe(&mut self, _: Progress) -> bool {
        true
    }
    fn completed(&mut self, i: &Iteration) {
        println!(
            "{:?} {:.4} nodes {} {:.1?} probes {} best {}-{} pv {} mean {:.1} nps {:.2}M",
            i.depth,
            i.score,
            i.counters.nodes,
            self.0.elapsed(),
            i.probes,
            i.best.from,
            i.best.to,
            i.pv.len(),
            i.counters.mean_depth(),
            i.counters.nodes as f64 / 1e6 / self.0.elapsed().as_secs_f64()
        );
    }
}
fn go<R: Rules>(depth: u32, o: SearchOptions) {
    println!("{} {} {}", R::NAME, o.driver, o.mode);
    let game = Game::<R>::start();
    let tree = Draughts::<R>::new(Evaluator::new(o.grain));
    let table = Table::new(TableSize::from_mib(64).unwrap(), Policy::Bucket).unwrap();
    let task = Task {
        tree: &tree,
        root: DraughtsNode::of(&game),
        earlier: vec![],
        first: Depth::new(1),
        last: Depth::new(depth),
        options: &o,
    };
    search(&task, &table, &mut Memory::default(), &mut Show(Instant::now()));
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let mut o = SearchOptions::default();
    if a.len() > 2 {
        o.driver = a[2].parse().unwrap();
    }
    if a.len() > 3 {
        o.mode = a[3].parse().unwrap();
    }
    match a[1].as_str() {
        "english" => go::<English>(if a.len() > 4 { a[4].parse().unwrap() } else { 19 }, o),
        "international" => go::<International>(if a.len() > 4 { a[4].parse().unwrap() } else { 16 }, o),
        "giveaway" => go::<Giveaway>(15, o),
        "losing" => go::<Losing>(14, o),
        _ => {
            let s = SelfPlay {
                games: 40,
                nodes: 2000,
                opening_plies: 4,
                seed: 1,
                table_size: TableSize::from_mib(4).unwrap(),
                options: o,
                concurrency: 2,
            };
            let t = Instant::now();
            fn tally(r: Vec<GameRecord>) {
                let mut m = std::collections::BTreeMap::new();
                let mut p = 0;
                for g in &r {
                    *m.entry(g.end).or_insert(0) += 1;
                    p += g.moves.len();
                }
                println!("{m:?} {p}");
            }
            tally(s.run::<English>(|_| ()).unwrap());
            tally(s.run::<Giveaway>(|_| ()).unwrap());
            tally(s.run::<International>(|_| ()).unwrap());
            tally(s.run::<Losing>(|_| ()).unwrap());
            println!("{:?}", t.elapsed());
        }
    }
}
