//! Records: what is written is what is read.

use std::fs;
use std::num::NonZeroUsize;
use std::time::Duration;

use crownhead::lab::experiments;
use crownhead::lab::record::{JobEntry, Record, resume};
use crownhead::lab::{ExperimentHeader, Job, LabError, Row, Scale, run};
use crownhead_engine::support::interrupt::Interrupt;

use crate::folder;

fn header(jobs: usize) -> ExperimentHeader {
    ExperimentHeader { jobs, ..header_of("real-domain") }
}

/// The header of an experiment at scale quick.
fn header_of(name: &str) -> ExperimentHeader {
    let experiment = experiments::named(name).expect("there is one");
    let setup = experiment.setup(Scale::Quick, None, None, 7).expect("it takes its own depth");
    let jobs = (experiment.jobs)(&setup).expect("there is memory");
    experiment.header(&setup, &jobs, NonZeroUsize::MIN)
}

fn rows() -> Vec<Row> {
    let row = |depth: u32| {
        Row::default()
            .label("method", "MTD-bi, \"so\"\u{fc}")
            .label("depth", depth)
            .figure("nodes", 9_007_199_254_740_991.0)
            .figure("seconds", 0.1 + f64::from(depth) * 1e-9)
            .figure("value", -56.81)
            .figure("none", 0.0)
    };
    vec![row(8), row(13)]
}

#[test]
fn a_record_says_what_it_ran_with() {
    let header = header(1);
    assert!(header.compiler.starts_with("rustc ") && header.compiler.contains("opt-level"), "{}", header.compiler);
    assert_eq!(header.threads, Some(NonZeroUsize::MIN));
    let setting = |name: &str| header.settings.get(name).map(String::as_str).unwrap_or_default();
    // The searches' of this experiment, not the engine's.
    assert_eq!([setting("mode"), setting("order-killers"), setting("epsilon")], ["paper", "false", "0.01"]);
    assert_eq!(setting("driver"), "alpha-beta, mtd-bi, mtd-gallop, mtd-step, c-star, real-mtd-f, mtd-f");
    assert_eq!([setting("grain"), setting("learned")], ["0.000001, 0.01", "false"]);
    assert!(header.weights.is_empty(), "{:?}", header.weights);

    let bounds = header_of("memory-bounds").settings;
    assert_eq!((bounds["consistency"].as_str(), bounds["mode"].as_str()), ("returned, published", "paper"));
    let network = header_of("epsilon-network");
    assert_eq!(network.settings["learned"], "true");
    assert_eq!(Vec::from_iter(network.weights.keys()), ["english", "giveaway", "international"]);
}

#[test]
fn every_record_of_an_experiment_says_its_settings() {
    for experiment in experiments::EXPERIMENTS.iter().filter(|experiment| experiment.name != "speedup") {
        let header = header_of(experiment.name);
        assert!(header.settings.len() > 20, "{}: {:?}", experiment.name, header.settings);
    }
}

#[test]
fn a_checksum_is_of_everything_but_times() {
    let record = |rows: Vec<Row>| Record { header: header(1), jobs: [(0, rows)].into() };
    let changed = |name: &str, figure: f64| {
        let mut rows = rows();
        rows[1].figures.insert(name.to_owned(), figure);
        record(rows).checksum()
    };
    let checksum = record(rows()).checksum();
    assert_eq!(changed("seconds", 7.0), checksum);
    assert_ne!(changed("nodes", 7.0), checksum);
    assert_ne!(record(rows()[..1].to_vec()).checksum(), checksum);
}

#[test]
fn what_is_written_is_read() {
    let path = folder("round-trip").join("record.jsonl");
    let (mut writer, done) = resume(&path, &header(3)).expect("it can be begun");
    assert!(done.is_empty());
    for (job, rows) in [(2, rows()), (0, Vec::new())] {
        writer.append(&JobEntry::new(job, rows)).expect("it can be written");
    }
    drop(writer);
    let record = Record::read(&path).expect("it can be read");
    assert_eq!(record.header, header(3));
    assert_eq!(record.jobs.iter().collect::<Vec<_>>(), [(&0, &Vec::new()), (&2, &rows())]);
    assert!(!record.is_complete());
    let packed = path.with_extension("jsonl.zst");
    let bytes = zstd::encode_all(&*fs::read(&path).expect("it is there"), 0).expect("there is memory");
    fs::write(&packed, &bytes).expect("it can be written");
    assert_eq!(Record::read(&packed).expect("it can be read"), record);
    let message = resume(&packed, &header(3)).expect_err("it cannot be appended to").to_string();
    assert!(message.contains("unpacked"), "{message}");
    assert_eq!(fs::read(&packed).expect("it is there"), bytes);
    fs::write(&packed, &bytes[..bytes.len() / 2]).expect("it can be written");
    let message = Record::read(&packed).expect_err("half of it is missing").to_string();
    assert!(message.starts_with(&format!("{}: ", packed.display())), "{message}");
    let (_, done) = resume(&path, &header(3)).expect("it can be gone on with");
    assert_eq!(done, record.jobs);
}

#[test]
fn an_interrupted_run_keeps_what_is_done() {
    let path = folder("interrupted").join("record.jsonl");
    let interrupt = Interrupt::default();
    let raising = interrupt.clone();
    let jobs = vec![
        Job::new(1, |_| Ok(rows())),
        Job::new(1, move |_| {
            raising.raise();
            Ok(rows())
        }),
        Job::new(1, |_| panic!("nothing is begun after an interruption")),
    ];
    let result = run(&jobs, &header(3), &path, 1, &interrupt, |_| {});
    assert!(matches!(result, Err(LabError::Interrupted)), "{result:?}");
    let done: Vec<usize> = Record::read(&path).expect("it can be read").jobs.into_keys().collect();
    assert_eq!(done, [0, 1]);
}

#[test]
fn a_search_under_way_leaves_when_it_is_asked_to() {
    let experiment = experiments::named("real-domain").expect("there is one");
    let setup = experiment.setup(Scale::Quick, Some(1), Some(40), 1).expect("it takes that depth");
    let jobs = (experiment.jobs)(&setup).expect("there is memory");
    let interrupt = Interrupt::default();
    let raising = interrupt.clone();
    std::thread::scope(|scope| {
        // Forty plies take longer than any test may; the interruption comes while they are searched.
        let deepest = jobs.iter().max_by_key(|job| job.weight).expect("there are jobs");
        let search = scope.spawn(|| deepest.run(&interrupt));
        // There is no sign of the first node; a job of seconds has begun by then.
        std::thread::sleep(Duration::from_millis(300));
        assert!(!search.is_finished(), "it ended by itself");
        raising.raise();
        let result = search.join().expect("a job does not panic");
        assert!(matches!(result, Err(LabError::Interrupted)), "{result:?}");
    });
}

#[test]
fn a_bad_line_is_named() {
    let path = folder("bad-line").join("record.jsonl");
    let (mut writer, _) = resume(&path, &header(3)).expect("it can be begun");
    writer.append(&JobEntry::new(0, rows())).expect("it can be written");
    let text = fs::read_to_string(&path).expect("it can be read");
    fs::write(&path, format!("{text}nonsense\n{text}")).expect("it can be written");
    let error = Record::read(&path).expect_err("the third line is none").to_string();
    assert!(error.contains("record.jsonl:3: not the record of an experiment: "), "{error}");
    // What a power failure may leave at the end is skipped; an entry of another kind is not.
    fs::write(&path, format!("{text}\0\0\0\n")).expect("it can be written");
    assert_eq!(Record::read(&path).expect("it can be read").jobs.len(), 1);
    fs::write(&path, format!("{text}{{\"jb\":1}}\n")).expect("it can be written");
    let error = Record::read(&path).expect_err("the last line is no entry").to_string();
    assert!(error.contains("record.jsonl:3: not the record of an experiment: unknown field `jb`"), "{error}");
}
