//! The two players.

/// A player, named by colour. White starts on the high-numbered squares and moves towards square 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Side {
    /// Moves up the board, towards the low numbers.
    White,
    /// Moves down the board, towards the high numbers.
    Black,
}

impl Side {
    /// Both sides, in the order of their indices.
    pub const ALL: [Side; 2] = [Side::White, Side::Black];

    /// 0 for White, 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other player.
    pub const fn opponent(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// The letter that FEN and Hub use: `W` or `B`.
    pub const fn letter(self) -> char {
        match self {
            Side::White => 'W',
            Side::Black => 'B',
        }
    }
}

impl std::ops::Not for Side {
    type Output = Side;
    fn not(self) -> Side {
        self.opponent()
    }
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}

/// A side as a type, so that directions, rows and indices are constants where the code is generated for each side.
pub(super) trait Colour {
    const SIDE: Side;
    type Opponent: Colour;
}

pub(super) struct ForWhite;
impl Colour for ForWhite {
    const SIDE: Side = Side::White;
    type Opponent = ForBlack;
}

pub(super) struct ForBlack;
impl Colour for ForBlack {
    const SIDE: Side = Side::Black;
    type Opponent = ForWhite;
}

/// Runs `$body` with `$colour` standing for `$side` as a type.
macro_rules! by_colour {
    ($side:expr, $colour:ident => $body:expr) => {
        match $side {
            $crate::rules::Side::White => {
                type $colour = $crate::rules::side::ForWhite;
                $body
            }
            $crate::rules::Side::Black => {
                type $colour = $crate::rules::side::ForBlack;
                $body
            }
        }
    };
}
pub(super) use by_colour;
