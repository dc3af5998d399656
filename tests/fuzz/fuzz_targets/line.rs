#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| coureur_fuzz::line(data));
