//! Access control: only the page of the board may use it, opened on this machine or, elsewhere, by its link.
//!
//! A page of another origin can send requests to a local port. It cannot forge the header `Origin`, nor `Host`, so both
//! are checked (a page that has rebound its name to 127.0.0.1 sends its own name as the host). Other users of this
//! machine, and other machines, need the token: it comes with the link, and then as a cookie.

use std::fmt;
use std::net::SocketAddr;

use axum::http::header::{COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, Uri};
use rand::TryRng;
use rand::rngs::{SysError, SysRng};

/// A secret of 128 random bits.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A new token, from the random numbers of the system.
    ///
    /// # Errors
    /// [`SysError`] if the system has none.
    pub fn draw() -> Result<Token, SysError> {
        let mut bytes = [0; 16];
        SysRng.try_fill_bytes(&mut bytes)?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Compares in constant time, so that the time does not show the place of the first difference.
    fn is(&self, text: &str) -> bool {
        let differences = self.0.bytes().zip(text.bytes()).fold(0, |all, (own, other)| all | (own ^ other));
        self.0.len() == text.len() && differences == 0
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(secret)")
    }
}

/// What is checked of a request.
#[derive(Clone, Debug)]
pub(super) struct Access {
    /// Where the server listens.
    pub(super) address: SocketAddr,
    /// The token that every visitor needs.
    pub(super) token: Token,
}

/// Why a request is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Rejection {
    #[error("this address does not belong to the board: open the link that `crownhead board` printed")]
    Host,
    #[error("another page sent this request")]
    Origin,
    #[error("open the link that `crownhead board` printed: it has a token")]
    Token,
}

impl Access {
    /// Checks a request. If its link has the token, the reply must set the returned cookie.
    pub(super) fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<Option<HeaderValue>, Rejection> {
        let host = header(headers, HOST.as_str()).ok_or(Rejection::Host)?;
        if !self.is_own_host(host) {
            return Err(Rejection::Host);
        }
        // Requests for the page itself and for its files have no origin.
        let is_own = |origin: &str| origin.strip_prefix("http://") == Some(host);
        if headers.contains_key(ORIGIN) && !header(headers, ORIGIN.as_str()).is_some_and(is_own) {
            return Err(Rejection::Origin);
        }
        let foreign = header(headers, "sec-fetch-site").is_some_and(|site| site == "cross-site");
        if foreign && uri.path() != "/" {
            return Err(Rejection::Origin);
        }
        self.check_token(uri, headers)
    }

    /// On the loopback interface, only names of the loopback interface pass. Elsewhere the name of this machine is not
    /// known, and the token protects.
    fn is_own_host(&self, host: &str) -> bool {
        let port = self.address.port();
        let is_named = |name: &str| host == format!("{name}:{port}") || (port == 80 && host == name);
        !self.address.ip().is_loopback()
            || host == self.address.to_string()
            || ["localhost", "127.0.0.1", "[::1]"].into_iter().any(is_named)
    }

    /// Browsers send the cookies of all ports, so the name has the port: two boards on this machine do not collide.
    fn cookie_name(&self) -> String {
        format!("crownhead-{}", self.address.port())
    }

    fn check_token(&self, uri: &Uri, headers: &HeaderMap) -> Result<Option<HeaderValue>, Rejection> {
        let token = &self.token;
        let in_link = uri.query().into_iter().flat_map(|query| query.split('&'));
        if in_link.filter_map(|pair| pair.strip_prefix("token=")).any(|text| token.is(text)) {
            // Lax, because a link that another program opens, and the redirection after it, count as of another site.
            let cookie = format!("{}={token}; HttpOnly; SameSite=Lax; Path=/", self.cookie_name());
            // Hexadecimal digits and these attributes are valid in a header.
            return HeaderValue::from_str(&cookie).map(Some).map_err(|_| Rejection::Token);
        }
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs = cookies.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let cookie_name = self.cookie_name();
        let is_right = pairs.any(|(name, value)| name == cookie_name && token.is(value));
        if is_right { Ok(None) } else { Err(Rejection::Token) }
    }
}

fn header<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(access: &Access, path: &str, headers: &[(&'static str, &str)]) -> Result<Option<HeaderValue>, Rejection> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().expect("a valid header"));
        }
        access.check(&path.parse().expect("a valid path"), &map)
    }

    fn access(ip: [u8; 4], port: u16) -> Access {
        Access { address: (ip, port).into(), token: Token("5e".repeat(16)) }
    }

    /// Checks a request that has the cookie.
    fn checked(access: &Access, path: &str, headers: &[(&'static str, &str)]) -> Result<(), Rejection> {
        let cookie = format!("{}={}", access.cookie_name(), access.token);
        check(access, path, &[headers, &[("cookie", &cookie)]].concat()).map(|set| assert_eq!(set, None))
    }

    #[test]
    fn only_names_of_this_machine_are_its_host() {
        let local = access([127, 0, 0, 1], 8000);
        for host in ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"] {
            assert_eq!(checked(&local, "/", &[("host", host)]), Ok(()), "{host}");
        }
        for host in ["evil.example:8000", "127.0.0.1", "127.0.0.1:8001", "localhost.evil.example:8000", ""] {
            assert_eq!(checked(&local, "/", &[("host", host)]), Err(Rejection::Host), "{host}");
        }
        assert_eq!(checked(&local, "/", &[]), Err(Rejection::Host));
        // The link that the program prints has the address that it was given.
        let other = access([127, 0, 0, 2], 8000);
        assert_eq!(checked(&other, "/", &[("host", "127.0.0.2:8000")]), Ok(()));
        assert_eq!(checked(&other, "/", &[("host", "127.0.0.3:8000")]), Err(Rejection::Host));
    }

    #[test]
    fn no_other_page_may_send_requests() {
        let local = access([127, 0, 0, 1], 8000);
        let host = ("host", "127.0.0.1:8000");
        assert_eq!(checked(&local, "/api/games", &[host, ("origin", "http://127.0.0.1:8000")]), Ok(()));
        for origin in ["http://evil.example", "null", "http://localhost:8000", "https://127.0.0.1:8000"] {
            let found = checked(&local, "/api/games", &[host, ("origin", origin)]);
            assert_eq!(found, Err(Rejection::Origin), "{origin}");
        }
        let foreign = ("sec-fetch-site", "cross-site");
        assert_eq!(checked(&local, "/api/games", &[host, foreign]), Err(Rejection::Origin));
        assert_eq!(checked(&local, "/", &[host, foreign]), Ok(()), "a link may lead here");
    }

    #[test]
    fn the_token_comes_with_the_link_and_then_as_a_cookie() {
        let token = Token::draw().expect("the system has random numbers");
        let access = Access { address: ([0, 0, 0, 0], 8000).into(), token: token.clone() };
        let host = ("host", "192.168.1.2:8000");
        assert_eq!(check(&access, "/", &[host]), Err(Rejection::Token));
        assert_eq!(check(&access, "/?token=00", &[host]), Err(Rejection::Token));
        let Ok(Some(cookie)) = check(&access, &format!("/?token={token}"), &[host]) else { panic!("the link lets in") };
        let cookie = cookie.to_str().expect("it is ASCII").to_owned();
        let pair = cookie.split(';').next().expect("it has a value");
        assert_eq!(check(&access, "/api/games", &[host, ("cookie", pair)]), Ok(None));
        assert_eq!(check(&access, "/api/games", &[host, ("cookie", "crownhead-8000=")]), Err(Rejection::Token));
        let other = Access { address: ([0, 0, 0, 0], 8001).into(), token: token.clone() };
        let Ok(Some(other)) = check(&other, &format!("/?token={token}"), &[("host", "x:8001")]) else {
            panic!("the link lets in")
        };
        assert!(!other.to_str().expect("it is ASCII").starts_with("crownhead-8000="), "{other:?}");
        assert_ne!(token, Token::draw().expect("the system has random numbers"));
    }
}
