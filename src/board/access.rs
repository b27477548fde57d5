//! Access control: only the page of the board may use it, opened on this machine or, elsewhere, by its link.
//!
//! A page of another origin can send requests to a local port. It cannot forge the header `Origin`, nor `Host`, so both
//! are checked (a page that has rebound its name to 127.0.0.1 sends its own name as the host). Everything but the files
//! of the page needs the token. The link has it as its fragment, which no browser sends, and the page puts it into a
//! header. It is no cookie: browsers send those to every port of a host, and so to servers of other users.

use std::fmt;
use std::net::SocketAddr;

use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, HOST, ORIGIN};
use rand::TryRng;
use rand::rngs::{SysError, SysRng};

/// A secret of 128 random bits.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A new token, from the random numbers of the system.
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

#[derive(Clone, Debug)]
pub(super) struct Access {
    pub(super) address: SocketAddr,
    /// The token that every request needs, except those for the files of the page.
    pub(super) token: Token,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Page,
    File,
    Games,
}

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
    pub(super) fn check(&self, wanted: Wanted, headers: &HeaderMap) -> Result<(), Rejection> {
        let host = header(headers, HOST.as_str()).ok_or(Rejection::Host)?;
        if !self.is_own_host(host) {
            return Err(Rejection::Host);
        }
        // Requests for the page itself and for its files have no origin.
        let is_own = |origin: &str| origin.strip_prefix("http://") == Some(host);
        if headers.contains_key(ORIGIN) && !header(headers, ORIGIN.as_str()).is_some_and(is_own) {
            return Err(Rejection::Origin);
        }
        // A link may lead to the page.
        if wanted != Wanted::Page && header(headers, "sec-fetch-site").is_some_and(|site| site == "cross-site") {
            return Err(Rejection::Origin);
        }
        let given = header(headers, AUTHORIZATION.as_str()).and_then(|text| text.strip_prefix("Bearer "));
        if wanted == Wanted::Games && !given.is_some_and(|text| self.token.is(text)) {
            return Err(Rejection::Token);
        }
        Ok(())
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
}

fn header<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(access: &Access, wanted: Wanted, headers: &[(&'static str, &str)]) -> Result<(), Rejection> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().expect("a valid header"));
        }
        access.check(wanted, &map)
    }

    fn access(ip: [u8; 4], port: u16) -> Access {
        Access { address: (ip, port).into(), token: Token("5e".repeat(16)) }
    }

    fn checked(access: &Access, wanted: Wanted, headers: &[(&'static str, &str)]) -> Result<(), Rejection> {
        let bearer = format!("Bearer {}", access.token);
        check(access, wanted, &[headers, &[("authorization", &bearer)]].concat())
    }

    #[test]
    fn only_names_of_this_machine_are_its_host() {
        let local = access([127, 0, 0, 1], 8000);
        for wanted in [Wanted::Page, Wanted::File, Wanted::Games] {
            for host in ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"] {
                assert_eq!(checked(&local, wanted, &[("host", host)]), Ok(()), "{host}");
            }
            for host in ["evil.example:8000", "127.0.0.1", "127.0.0.1:8001", "localhost.evil.example:8000", ""] {
                assert_eq!(checked(&local, wanted, &[("host", host)]), Err(Rejection::Host), "{host}");
            }
            assert_eq!(checked(&local, wanted, &[]), Err(Rejection::Host));
        }
        // The link that the program prints has the address that it was given.
        let other = access([127, 0, 0, 2], 8000);
        assert_eq!(checked(&other, Wanted::Page, &[("host", "127.0.0.2:8000")]), Ok(()));
        assert_eq!(checked(&other, Wanted::Page, &[("host", "127.0.0.3:8000")]), Err(Rejection::Host));
    }

    #[test]
    fn no_other_page_may_send_requests() {
        let local = access([127, 0, 0, 1], 8000);
        let host = ("host", "127.0.0.1:8000");
        assert_eq!(checked(&local, Wanted::Games, &[host, ("origin", "http://127.0.0.1:8000")]), Ok(()));
        for origin in ["http://evil.example", "null", "http://localhost:8000", "https://127.0.0.1:8000"] {
            let found = checked(&local, Wanted::Games, &[host, ("origin", origin)]);
            assert_eq!(found, Err(Rejection::Origin), "{origin}");
        }
        let foreign = ("sec-fetch-site", "cross-site");
        for wanted in [Wanted::File, Wanted::Games] {
            assert_eq!(checked(&local, wanted, &[host, foreign]), Err(Rejection::Origin));
        }
        assert_eq!(checked(&local, Wanted::Page, &[host, foreign]), Ok(()), "a link may lead here");
    }

    #[test]
    fn games_need_the_token_in_its_header() {
        let token = Token::draw().expect("the system has random numbers");
        assert_ne!(token, Token::draw().expect("the system has random numbers"));
        let access = Access { address: ([0, 0, 0, 0], 8000).into(), token: token.clone() };
        let host = ("host", "192.168.1.2:8000");
        for wanted in [Wanted::Page, Wanted::File] {
            assert_eq!(check(&access, wanted, &[host]), Ok(()));
        }
        let right = format!("Bearer {token}");
        assert_eq!(check(&access, Wanted::Games, &[host, ("authorization", &right)]), Ok(()));
        for given in
            ["", "Bearer ", "Bearer 00", &token.to_string(), &format!("Basic {token}"), &right[..right.len() - 1]]
        {
            let found = check(&access, Wanted::Games, &[host, ("authorization", given)]);
            assert_eq!(found, Err(Rejection::Token), "{given}");
        }
        let cookie = format!("crownhead-8000={token}");
        assert_eq!(check(&access, Wanted::Games, &[host, ("cookie", &cookie)]), Err(Rejection::Token));
    }
}
