//! Settings: what is read is written and read again as the same.
#![no_main]

use crownhead_engine::config::Config;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut config = Config::default();
    if config.read("engine.toml", text).is_ok() {
        let mut again = Config::default();
        again.read("engine.toml", &config.to_toml()).expect("what was written is read");
        assert_eq!(again, config);
    }
});
