//! bindgen WASM FOLDER: writes the JavaScript and the types that belong to a
//! compiled library into a folder.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (Some(wasm), Some(folder)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: bindgen WASM FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(wasm)
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true);
    // The page compiles the library once and hands it to its workers.
    let made = bindgen
        .omit_default_module_path(true)
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder));
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("bindgen: {fault:#}");
            ExitCode::FAILURE
        }
    }
}
