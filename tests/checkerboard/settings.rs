//! `engine.toml` beside the library.

use super::host;

#[test]
fn the_file_beside_the_library_holds() {
    let host = host("file", "checkerboard.variant = \"suicide\"\n[engine]\ntable = 3\n");
    assert_eq!(host.done("get hashsize"), "3");
    assert!(host.done("name").ends_with(" giveaway"));
    assert!(host.done("about").contains("It plays giveaway."));
}

#[test]
fn a_fault_in_it_is_told() {
    let host = host("fault", "[checkerboard]\nvariant = \"international\"\n");
    let about = host.done("about");
    assert!(about.contains("engine.toml:2: checkerboard.variant"), "{about}");
    assert_eq!(host.done("get hashsize"), "64");
}
