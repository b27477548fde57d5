//! A second solver, slow and plain, on the mailbox generator of the rule tests: value iteration over both sides to
//! move, without turning the board, without an index, without going backwards. It shares no code with the tables.

use std::collections::{BTreeSet, HashMap};

use crownhead_engine::endgame::{Tables, TablesOptions, Wdl};
use crownhead_rules::{AnyPosition, Army, NoMove, Side, Square, Variant};

use crate::reference::{Articles, Ends, Mailbox, Piece, articles_of};

/// White men, white kings, black men, black kings.
type Material = [usize; 4];

/// Pieces by square number, ascending, and whether White is to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Spot {
    pieces: Vec<(usize, bool, bool)>,
    white_to_move: bool,
}

impl Spot {
    fn moves(&self, articles: Articles) -> BTreeSet<Ends> {
        let mut mailbox = Mailbox::new(articles, self.white_to_move);
        for &(number, white, king) in &self.pieces {
            mailbox.put(number, Piece { white, king });
        }
        mailbox.moves()
    }

    fn after(&self, (from, to, taken, is_king): &Ends) -> Spot {
        let mut pieces = Vec::new();
        for &(number, white, king) in &self.pieces {
            if number == *from {
                pieces.push((*to, white, *is_king));
            } else if !taken.contains(&number) {
                pieces.push((number, white, king));
            }
        }
        pieces.sort_unstable();
        Spot { pieces, white_to_move: !self.white_to_move }
    }

    fn position(&self, variant: Variant) -> AnyPosition {
        let mut armies = [Army::default(); 2];
        for &(number, white, king) in &self.pieces {
            let army = &mut armies[usize::from(!white)];
            let set = if king { &mut army.kings } else { &mut army.men };
            *set |= variant.board().bit(Square::from_index(number - 1));
        }
        let side = if self.white_to_move { Side::White } else { Side::Black };
        AnyPosition::new(variant, armies, side).expect("men stand where men can")
    }

    fn has_both_sides(&self) -> bool {
        [true, false].iter().all(|side| self.pieces.iter().any(|(_, white, _)| white == side))
    }
}

/// Everything that moves lead to from this material.
fn closure(material: Material) -> BTreeSet<Material> {
    let mut found = BTreeSet::new();
    let mut open = vec![material];
    while let Some(material) = open.pop() {
        if material.iter().sum::<usize>() == 0 || !found.insert(material) {
            continue;
        }
        for kind in 0..4 {
            if material[kind] > 0 {
                let mut fewer = material;
                fewer[kind] -= 1;
                open.push(fewer);
                if kind % 2 == 0 {
                    fewer[kind + 1] += 1;
                    open.push(fewer);
                }
            }
        }
    }
    found
}

/// Every placement of the material.
fn placements(material: Material, articles: Articles) -> Vec<Vec<(usize, bool, bool)>> {
    let (squares, row) = (articles.squares(), articles.row());
    let mut boards: Vec<Vec<(usize, bool, bool)>> = vec![Vec::new()];
    for (kind, &count) in material.iter().enumerate() {
        let (white, king) = (kind < 2, kind % 2 == 1);
        for _ in 0..count {
            let add = |board: &Vec<(usize, bool, bool)>| {
                let like = |piece: &&(usize, bool, bool)| (piece.1, piece.2) == (white, king);
                let least = board.iter().filter(like).map(|piece| piece.0).max().unwrap_or(0);
                let allowed = match (king, white) {
                    (true, _) => 1..=squares,
                    (false, true) => row + 1..=squares,
                    (false, false) => 1..=squares - row,
                };
                let free = |number: &usize| *number > least && board.iter().all(|piece| piece.0 != *number);
                let extended = |number| [&board[..], &[(number, white, king)]].concat();
                allowed.filter(free).map(extended).collect::<Vec<_>>()
            };
            boards = boards.iter().flat_map(add).collect();
        }
    }
    for board in &mut boards {
        board.sort_unstable();
    }
    boards
}

/// All positions that some material leads to, and the numbers of those that the moves of each lead to.
struct Graph {
    spots: Vec<Spot>,
    next: Vec<Vec<usize>>,
}

impl Graph {
    fn new(material: Material, articles: Articles) -> Graph {
        let boards = closure(material).into_iter().flat_map(|part| placements(part, articles));
        let both = |pieces: Vec<_>| [true, false].map(|white_to_move| Spot { pieces: pieces.clone(), white_to_move });
        let spots: Vec<Spot> = boards.flat_map(both).collect();
        let numbers: HashMap<&Spot, usize> = spots.iter().enumerate().map(|(number, spot)| (spot, number)).collect();
        let follow = |spot: &Spot| {
            let moves = spot.moves(articles);
            moves.iter().map(|mv| numbers[&spot.after(mv)]).collect()
        };
        let next = spots.iter().map(follow).collect();
        Graph { spots, next }
    }

    /// Who wins, and in how many plies; `None` for a draw. Round by round: in round n all that ends after n plies.
    fn values(&self, no_move: NoMove) -> Vec<Option<(bool, u16)>> {
        let mut values: Vec<Option<(bool, u16)>> = vec![None; self.spots.len()];
        for plies in 0.. {
            let decide = |number: usize| {
                let next = &self.next[number];
                if next.is_empty() {
                    return Some((no_move == NoMove::Wins, 0));
                }
                let replies = || next.iter().map(|&reply| values[reply]);
                if replies().any(|reply| matches!(reply, Some((false, _)))) {
                    return Some((true, plies));
                }
                replies().all(|reply| matches!(reply, Some((true, _)))).then_some((false, plies))
            };
            let open = (0..values.len()).filter(|&number| values[number].is_none());
            let decided: Vec<_> = open.filter_map(|number| Some((number, decide(number)?))).collect();
            // What ends after n plies leads to something that ends after n - 1: a round without news is the last.
            if decided.is_empty() {
                break;
            }
            for (number, value) in decided {
                values[number] = Some(value);
            }
        }
        values
    }
}

/// Variants whose moves are the same.
fn compare(variants: &[Variant], material: Material) {
    let graph = Graph::new(material, articles_of(variants[0].name()));
    variants.iter().for_each(|&variant| agree(variant, &graph));
}

fn agree(variant: Variant, graph: &Graph) {
    let (tables, faults) = Tables::open(variant, &TablesOptions::default());
    assert!(faults.is_empty(), "{faults:?}");
    let mut compared = 0;
    for (spot, value) in graph.spots.iter().zip(graph.values(variant.articles().no_move)) {
        let position = spot.position(variant);
        if !spot.has_both_sides() {
            assert_eq!(tables.probe(&position), None, "{position}");
            continue;
        }
        let known = tables.probe(&position).unwrap_or_else(|| panic!("unknown:\n{position}"));
        let expected = match value {
            None => (Wdl::Draw, None),
            Some((true, plies)) => (Wdl::Win, Some(plies)),
            Some((false, plies)) => (Wdl::Loss, Some(plies)),
        };
        assert_eq!((known.outcome, known.plies), expected, "{variant}\n{position}");
        compared += 1;
    }
    assert!(compared > 1000, "only {compared} positions were compared");
}

#[test]
fn every_8x8_position_of_two_men_and_a_king_agrees() {
    compare(&[Variant::ENGLISH, Variant::GIVEAWAY], [2, 0, 0, 1]);
}

#[test]
fn every_8x8_position_of_man_and_king_against_a_man_agrees() {
    compare(&[Variant::ENGLISH, Variant::GIVEAWAY], [1, 1, 1, 0]);
    compare(&[Variant::ITALIAN], [1, 1, 1, 0]);
}

#[test]
fn every_8x8_position_of_a_king_and_a_man_against_a_flying_king_agrees() {
    compare(&[Variant::RUSSIAN, Variant::ANTIRUSSIAN], [1, 1, 0, 1]);
    for variant in [Variant::BRAZILIAN, Variant::POOL, Variant::SPANISH, Variant::CZECH, Variant::THAI] {
        compare(&[variant], [1, 1, 0, 1]);
    }
}

#[test]
fn every_turkish_position_of_a_man_or_two_kings_against_a_king_agrees() {
    compare(&[Variant::TURKISH], [1, 0, 0, 1]);
    compare(&[Variant::TURKISH], [0, 2, 0, 1]);
}

#[test]
fn every_12x12_position_of_a_man_against_a_king_agrees() {
    compare(&[Variant::CANADIAN], [1, 0, 0, 1]);
}

#[test]
fn every_10x10_position_of_man_and_king_against_a_king_agrees() {
    compare(&[Variant::INTERNATIONAL, Variant::LOSING], [1, 1, 0, 1]);
    compare(&[Variant::KILLER], [1, 1, 0, 1]);
}

#[test]
fn every_10x10_position_of_a_man_against_two_men_agrees_where_no_king_arises_on_the_board() {
    compare(&[Variant::INTERNATIONAL, Variant::LOSING], [1, 0, 1, 0]);
}

#[test]
fn every_position_of_frisian_kings_and_of_single_men_agrees() {
    compare(&[Variant::FRISIAN, Variant::FRYSK], [1, 0, 0, 1]);
    compare(&[Variant::FRISIAN], [0, 2, 0, 1]);
}
