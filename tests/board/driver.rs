//! A browser that tests drive: chromium through its driver, by the WebDriver protocol of the W3C.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use ureq::Agent;

/// Set where these tests must not be skipped.
const REQUIRED: &str = "CROWNHEAD_BROWSER";

/// A desk, and a telephone held upright.
pub const DESK: (u32, u32) = (1280, 800);
pub const PHONE: (u32, u32) = (390, 844);
pub const PHONE_ON_ITS_SIDE: (u32, u32) = (844, 390);

/// The folder of the profile for what the page saves.
const DOWNLOADS: &str = "downloads";

/// How long the page may take for anything.
const PATIENCE: Duration = Duration::from_secs(300);

/// A running browser; it ends with the test.
pub struct Browser {
    driver: Child,
    session: String,
    agent: Agent,
    /// The profile, removed in the end.
    profile: PathBuf,
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The browser ends with its session, the driver is ended. Either may be gone already.
        let _ = self.agent.delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

fn find(programs: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let places = std::env::split_paths(&path).flat_map(|folder| programs.iter().map(move |name| folder.join(name)));
    places.into_iter().find(|place| place.is_file())
}

impl Browser {
    /// Starts a browser of this size, in light or dark. `None`, with a message, where there is none.
    pub fn start(name: &str, (width, height): (u32, u32), is_dark: bool) -> Option<Browser> {
        let found = find(&["chromium", "chromium-browser", "google-chrome"]).zip(find(&["chromedriver"]));
        let Some((chromium, chromedriver)) = found else {
            let text = "chromium and chromedriver are not installed";
            assert!(std::env::var_os(REQUIRED).is_none(), "{text}, and {REQUIRED} is set");
            eprintln!("SKIPPED {name}: {text}");
            return None;
        };
        // It takes the same port of IPv4 and of IPv6, and ends where another program has that of one of them.
        let start = |_| {
            let driver = Command::new(&chromedriver).arg("--port=0").stdout(Stdio::piped()).spawn();
            let mut driver = driver.expect("it starts");
            let port = port(driver.stdout.take().expect("it prints"));
            if port.is_none() {
                let _ = driver.wait();
            }
            Some((driver, port?))
        };
        let (driver, port) = (0..5).find_map(start).expect("it prints its port");
        let profile = std::env::temp_dir().join(format!("crownhead-{name}-{}", std::process::id()));
        let arguments = [
            "--headless=new".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-gpu".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            format!("--user-data-dir={}", profile.display()),
            format!("--window-size={width},{height}"),
        ];
        let prefs = json!({ "download.default_directory": profile.join(DOWNLOADS) });
        let options = json!({ "binary": chromium, "args": arguments, "prefs": prefs });
        let wanted =
            json!({ "capabilities": { "alwaysMatch": { "browserName": "chrome", "goog:chromeOptions": options } } });
        let agent: Agent = Agent::config_builder().http_status_as_error(false).build().into();
        let base = format!("http://127.0.0.1:{port}/session");
        let mut browser = Browser { driver, session: base, agent, profile };
        let session = browser.command("", &wanted);
        browser.session = format!("{}/{}", browser.session, session["sessionId"].as_str().expect("an id"));
        // What the window leaves of its size is not what a phone has: the page itself gets the size.
        browser.resize((width, height));
        let scheme = if is_dark { "dark" } else { "light" };
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        browser.command("/goog/cdp/execute", &json!({ "cmd": "Emulation.setEmulatedMedia", "params": features }));
        Some(browser)
    }

    /// Gives the page another size, as where a telephone is turned.
    pub fn resize(&self, (width, height): (u32, u32)) {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        let command = json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": metrics });
        self.command("/goog/cdp/execute", &command);
    }

    /// A command of the protocol; its result.
    fn command(&self, path: &str, body: &Value) -> Value {
        let sent = self.agent.post(format!("{}{path}", self.session)).send_json(body);
        let mut response = sent.unwrap_or_else(|error| panic!("{path}: {error}"));
        let mut answer: Value = response.body_mut().read_json().expect("it answers in JSON");
        assert!(response.status().is_success(), "{path} {body}: {answer:#}");
        answer["value"].take()
    }

    /// Shows the page as it is printed.
    pub fn show_print(&self) {
        let command = json!({ "cmd": "Emulation.setEmulatedMedia", "params": { "media": "print" } });
        self.command("/goog/cdp/execute", &command);
    }

    /// Takes the network away from the page.
    pub fn cut_off(&self) {
        let network = json!({ "offline": true, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0 });
        for (command, parameters) in [("enable", json!({})), ("emulateNetworkConditions", network)] {
            let command = json!({ "cmd": format!("Network.{command}"), "params": parameters });
            self.command("/goog/cdp/execute", &command);
        }
    }

    pub fn open(&self, url: &str) {
        self.command("/url", &json!({ "url": url }));
    }

    /// What the protocol has at this path.
    fn get_value(&self, path: &str) -> Value {
        let mut response = self.agent.get(format!("{}{path}", self.session)).call().expect("it answers");
        response.body_mut().read_json::<Value>().expect("JSON")["value"].take()
    }

    /// The names of all tabs.
    pub fn tabs(&self) -> Value {
        self.get_value("/window/handles")
    }

    /// Waits until there is another tab than these; its name.
    pub fn await_tab(&self, before: &Value) -> String {
        let start = Instant::now();
        let before = before.as_array().expect("a list");
        loop {
            let all = self.tabs();
            if let Some(new) = all.as_array().expect("a list").iter().find(|tab| !before.contains(tab)) {
                return new.as_str().expect("a name").to_owned();
            }
            assert!(start.elapsed() < PATIENCE, "no tab is opened; {}", self.text("body"));
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Opens another tab, and works there from now on. It yields the names of the old one and the new one.
    pub fn open_tab(&self) -> (String, String) {
        let old = self.get_value("/window").as_str().expect("a name").to_owned();
        let new = self.command("/window/new", &json!({ "type": "tab" }))["handle"].as_str().expect("a name").to_owned();
        self.switch_to(&new);
        (old, new)
    }

    pub fn switch_to(&self, tab: &str) {
        self.command("/window", &json!({ "handle": tab }));
    }

    /// Runs a script in the page; what it returns.
    pub fn run(&self, script: &str, arguments: Value) -> Value {
        self.command("/execute/sync", &json!({ "script": script, "args": arguments }))
    }

    /// The text of an element.
    pub fn text(&self, selector: &str) -> String {
        let text = self.run("return document.querySelector(arguments[0])?.textContent ?? ''", json!([selector]));
        text.as_str().expect("a text").to_owned()
    }

    /// Waits until a script yields something true.
    pub fn wait(&self, what: &str, script: &str) -> Value {
        let start = Instant::now();
        loop {
            let value = self.run(script, json!([]));
            if !matches!(value, Value::Null | Value::Bool(false)) {
                return value;
            }
            assert!(start.elapsed() < PATIENCE, "waited in vain: {what}; {}", self.text("body"));
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Clicks the middle of an element, with the mouse.
    pub fn click(&self, selector: &str) {
        self.click_with(0, selector);
    }

    /// The same with the middle button, which opens links in another tab.
    pub fn click_aside(&self, selector: &str) {
        self.click_with(1, selector);
    }

    fn click_with(&self, button: u8, selector: &str) {
        self.aim(selector, |place| {
            self.mouse(&[
                json!({ "type": "pointerMove", "x": place[0], "y": place[1], "duration": 0 }),
                json!({ "type": "pointerDown", "button": button }),
                json!({ "type": "pointerUp", "button": button }),
            ]);
        });
    }

    /// Clicks a link that saves a game; the text of the file.
    pub fn save(&self, link: &str) -> String {
        String::from_utf8(self.save_as(link, "pdn")).expect("it is text")
    }

    /// Clicks what saves a file whose name ends so; the file.
    pub fn save_as(&self, link: &str, ending: &str) -> Vec<u8> {
        self.click(link);
        let start = Instant::now();
        loop {
            let files = std::fs::read_dir(self.profile.join(DOWNLOADS)).into_iter().flatten();
            let mut paths = files.map(|file| file.expect("it can be read").path());
            // Before it is complete, it has another name, or is empty.
            let path = paths.find(|path| path.extension().is_some_and(|end| end == ending));
            let bytes = path.map(|path| std::fs::read(path).expect("it can be read"));
            if let Some(bytes) = bytes.filter(|bytes| !bytes.is_empty()) {
                return bytes;
            }
            assert!(start.elapsed() < PATIENCE, "nothing is saved by {link}; {}", self.text("body"));
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The memory of its own that the process of the page has, in bytes.
    #[cfg(target_os = "linux")]
    pub fn memory(&self) -> u64 {
        let profile = format!("--user-data-dir={}", self.profile.display());
        let is_page = |process: &Path| {
            let line = std::fs::read_to_string(process.join("cmdline")).unwrap_or_default();
            let words: Vec<_> = line.split(['\0', ' ']).collect();
            words.contains(&"--type=renderer") && words.contains(&profile.as_str())
        };
        let private = |process: &Path| -> u64 {
            let text = std::fs::read_to_string(process.join("smaps_rollup")).unwrap_or_default();
            let lines = text.lines().filter(|line| line.starts_with("Private_"));
            lines.filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).sum()
        };
        let processes = std::fs::read_dir("/proc").expect("a list").flatten().map(|process| process.path());
        // The other one is that of the window itself, and smaller.
        let pages = processes.filter(|process| is_page(process)).map(|process| private(&process));
        1024 * pages.max().expect("the process of the page")
    }

    /// Taps the middle of an element, with a finger.
    pub fn tap(&self, selector: &str) {
        self.aim(selector, |place| {
            let actions = json!([
                { "type": "pointerMove", "x": place[0], "y": place[1], "duration": 0 },
                { "type": "pointerDown", "button": 0 },
                { "type": "pointerUp", "button": 0 },
            ]);
            let touch = json!({ "pointerType": "touch" });
            let finger = json!({ "type": "pointer", "id": "finger", "parameters": touch, "actions": actions });
            self.command("/actions", &json!({ "actions": [finger] }));
        });
    }

    /// Moves the mouse to a share of the width of an element, at half its height.
    pub fn point(&self, selector: &str, share: f64) {
        let script = "const e = document.querySelector(arguments[0]); e.scrollIntoView({ block: 'nearest' });
                      const box = e.getBoundingClientRect();
                      return [Math.round(box.x + box.width * arguments[1]), Math.round(box.y + box.height / 2)]";
        let place = self.run(script, json!([selector, share]));
        self.mouse(&[json!({ "type": "pointerMove", "x": place[0], "y": place[1], "duration": 0 })]);
    }

    /// Chooses from a list.
    pub fn choose(&self, selector: &str, value: &str) {
        let script = "const e = document.querySelector(arguments[0]); e.value = arguments[1];
                      if (e.value !== arguments[1]) throw new Error(`no choice ${arguments[1]}`);
                      e.dispatchEvent(new Event('change'))";
        self.run(script, json!([selector, value]));
    }

    /// Makes a gesture that begins in the middle of an element. Where the page has moved or shut off the element
    /// meanwhile, as when an answer comes in, the page sees nothing of the gesture, and it is made again.
    fn aim(&self, selector: &str, gesture: impl Fn(&Value)) {
        let start = Instant::now();
        loop {
            gesture(&self.middle(selector));
            // Another page, which a link leads to, knows of no aim.
            let is_missed = "const isMissed = window.aim?.isMissed; delete window.aim; return isMissed === true";
            if self.run(is_missed, json!([])) == json!(false) {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "it does not stay in its place: {selector}; {}", self.text("body"));
        }
    }

    /// The middle of an element, as soon as it is shown and can be used: what a mouse does before is lost. The next
    /// gesture is kept from the page unless it begins in the element.
    fn middle(&self, selector: &str) -> Value {
        let script = format!(
            "const find = () => document.querySelector({});
             const e = find();
             if (!e || e.disabled) return null;
             e.scrollIntoView({{ block: 'nearest' }});
             const box = e.getBoundingClientRect();
             if (box.width === 0) return null;
             window.aim = {{ find, isMissed: true }};
             const guard = (event) => {{
                 const {{ aim }} = window;
                 if (!aim) return;
                 if (event.type === 'pointerdown') {{
                     const [element, x, y] = [aim.find(), event.clientX, event.clientY];
                     const box = element?.getBoundingClientRect();
                     aim.isMissed = !element || element.disabled
                         || x < box.left || x > box.right || y < box.top || y > box.bottom;
                 }}
                 if (!aim.isMissed) return;
                 event.preventDefault();
                 event.stopImmediatePropagation();
             }};
             const types = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend', 'click', 'auxclick'];
             if (!window.isGuarded) types.forEach((type) => addEventListener(type, guard, {{ capture: true, passive: false }}));
             window.isGuarded = true;
             return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]",
            json!(selector)
        );
        self.wait(selector, &script)
    }

    /// Writes a picture of the page to the folder of the build, to be looked at.
    pub fn picture(&self, name: &str) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("board");
        std::fs::create_dir_all(&folder).expect("it can be made");
        std::fs::write(folder.join(format!("{name}.png")), self.screenshot()).expect("it can be written");
    }

    /// Drags from the middle of an element to the middle of another.
    pub fn drag(&self, from: &str, to: &str) {
        let script = "const box = document.querySelector(arguments[0]).getBoundingClientRect();
                      return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]";
        let go = |place: &Value| json!({ "type": "pointerMove", "x": place[0], "y": place[1], "duration": 50 });
        self.aim(from, |start| {
            self.mouse(&[
                go(start),
                json!({ "type": "pointerDown", "button": 0 }),
                go(&self.run(script, json!([to]))),
                json!({ "type": "pointerUp", "button": 0 }),
            ]);
        });
    }

    fn mouse(&self, actions: &[Value]) {
        let mouse =
            json!({ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": actions });
        self.command("/actions", &json!({ "actions": [mouse] }));
    }

    /// Presses keys, one after the other. WebDriver has its own letters for some of them.
    pub fn press(&self, keys: &[&str]) {
        let one = |key: &&str| {
            let letter = match *key {
                "Enter" => "\u{E007}",
                "ArrowLeft" => "\u{E012}",
                "ArrowUp" => "\u{E013}",
                "ArrowRight" => "\u{E014}",
                "ArrowDown" => "\u{E015}",
                "Delete" => "\u{E017}",
                letter => letter,
            };
            [json!({ "type": "keyDown", "value": letter }), json!({ "type": "keyUp", "value": letter })]
        };
        let actions: Vec<_> = keys.iter().flat_map(one).collect();
        self.command("/actions", &json!({ "actions": [{ "type": "key", "id": "keys", "actions": actions }] }));
    }

    /// A screenshot as PNG.
    pub fn screenshot(&self) -> Vec<u8> {
        self.screenshot_as("png")
    }

    /// A screenshot in this format, `png` or `webp`.
    pub fn screenshot_as(&self, format: &str) -> Vec<u8> {
        let parameters = json!({ "cmd": "Page.captureScreenshot", "params": { "format": format } });
        let shot = self.command("/goog/cdp/execute", &parameters);
        decode_base64(shot["data"].as_str().expect("a text"))
    }
}

/// The port that the driver has chosen, or none if it ended. What else it prints is read too, so that it never waits.
fn port(out: impl Read + Send + 'static) -> Option<u16> {
    let mut lines = BufReader::new(out).lines();
    let is_port = |line: String| line.split("successfully on port ").nth(1)?.trim_end_matches('.').parse().ok();
    let port = lines.by_ref().map_while(Result::ok).find_map(is_port);
    std::thread::spawn(move || lines.for_each(drop));
    port
}

fn decode_base64(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut bytes = Vec::new();
    for chunk in text.trim_end_matches('=').as_bytes().chunks(4) {
        let bits =
            chunk.iter().fold(0_u32, |bits, &byte| bits << 6 | u32::from(digit(byte))) << (6 * (4 - chunk.len()));
        bytes.extend(&bits.to_be_bytes()[1..chunk.len()]);
    }
    bytes
}
