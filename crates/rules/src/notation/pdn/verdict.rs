//! Results in words, in the languages of those who play: `White wins`, `Zwart geeft op`, `ничья`.

use super::super::{side_lettered, side_named};
use crate::rules::Side;

/// What words say of the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Draw,
    /// This side has won.
    Won(Side),
}

/// What a word adds to a verdict.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Side(Side),
    Wins,
    Loses,
    Draw,
    /// How or when it was, or a small word.
    Nothing,
}

/// The words of each meaning: English, Dutch, German, French, Italian, Spanish, Portuguese, Polish, Czech, Russian,
/// Ukrainian, and a few of Latvia, Lithuania, Estonia, Sweden and Turkey.
const WORDS: [(Part, &str); 4] = [
    (
        Part::Wins,
        "win wins won winner victory wint winnen won gewonnen winst gewinnt gewinnen gewann siegt sieg gagne gagnent gagné \
         gain gagnant victoire remporte vince vincono vinto vittoria gana ganan ganó ganaron victoria vence vencem venceu venceram ganha \
         ganham ganhou ganharam vitória wygrywają wygrywa wygrały wygrał wygrana zwycięstwo vyhrál vyhráli vyhrává výhra \
         выигрыш выиграли выиграл выигрывают победа победили победил побеждают виграли виграш перемога перемогли vann \
         kazandı kazanır wygrali vyhrávají выиграла победитель winning victorious triumphs vincente vincitore ganador \
         vencedor zwycięża",
    ),
    (
        Part::Loses,
        "resign resigns resigned give gives gave lose loses lost defeat forfeits forfeited geeft gaf geven opgegeven opgave verliest \
         verloor verliezen verloren overschrijdt overschreed gibt gab geben aufgegeben verliert verlor verlieren abandonne abandonnent abandonné \
         abandon perd perdent perdu abbandona abbandonano abbandono perde perdono perso resa abandona abandonan abandonaron \
         abandonam abandonou pierde pierden perdió perdieron rinde rinden rindieron desiste desistem desistiram perdem \
         perdeu perderam poddają poddaje poddały poddał przegrywają przegrywa przegrały przegrał przegrana vzdal vzdali \
         vzdává prohrál prohráli сдались сдаются сдался сдаётся проиграли проиграл проигрывают проигрыш поражение здалися \
         програли gav сдали сдал сдаёт сдает сдают сдала просрочили просрочил abandonaram jout \
         joech terk",
    ),
    (
        Part::Draw,
        "draw draws drawn tie tied remise remises gelijkspel gelijk puntendeling unentschieden remis nulle nulles nul nuls \
         égalité patta pareggio tablas empate empates empatada empatado remisowo remisu remíza ничья ничьей ничью вничью \
         ничейный нічия нічию neizšķirts lygiosios viik viigi berabere beraberlik remize remys",
    ),
    (
        Part::Nothing,
        "the a by on of in at to up for resignation out points punten punkte voor bij mit con avec onderling goedvinden vereinbarung einigung beiderseits \
         commun durch mutuo mutua común comune accordo d comum szabály zgoda zgodą obopólną dohodou dohoda взаимному обоюдному \
         сторон agreement agreed mutual met gegeven drie keer driemaal dezelfde stelling three times same position dreimal dieselbe stellung trois fois même with spel proposal voorstel vorschlag wniosek prośbę propozycję соперники согласились time timeout game move number after op tijd door de het in na zet \
         overeenkomst partij spel auf zeit durch nach zug für partie die das le les des du la l au temps par accord match coup \
         il del dei i lo gli per tempo partita las los el por tiempo partida acuerdo se as os da do dos acordo tempo się na \
         czas partia w hry na по времени соглашению согласию партия за на в до час upp and en und et y i и \
         ont a hat haben has have had was is been it result score uitslag stand ergebnis résultat resultado risultato \
         wynik результат итог счёт счет mutuel repetition threefold herhaling wiederholung répétition ходу партию партии время \
         overeengekomen zetten moves coups zügen etti x forfeit flag adjudication default walkover perpetual \
         tijdsoverschrijding tijdnood zetherhaling arbitrage dem im zeitüberschreitung zugwiederholung dépassement \
         forfait alla dopo mossa mosse ripetizione tras jugada jugadas repetición após lance lances repetição po ruchu \
         ruchach posunięciu м й ходов хода ходе после повторением",
    ),
];

impl Verdict {
    /// What a text says of the end of a game; `None` if its first sentence has a word that is not known here, or if it
    /// contradicts itself.
    pub(super) fn of(text: &str) -> Option<Verdict> {
        if text.trim().trim_end_matches(['.', '!']) == "=" {
            return Some(Verdict::Draw);
        }
        // `W+`
        if let Some(winner) = text.trim().trim_end_matches(['.', '!']).strip_suffix('+') {
            return Verdict::side_named(winner)
                .or_else(|| side_lettered(&winner.trim().to_lowercase()))
                .map(Verdict::Won);
        }
        let Some(parts) = parts(text) else { return Verdict::of(text.split_once(". ")?.0) };
        let sides = parts.iter().filter_map(|part| if let Part::Side(side) = part { Some(*side) } else { None });
        let ends = parts.iter().filter(|part| part.is_end());
        let (sides, ends): (Vec<_>, Vec<_>) = (sides.collect(), ends.collect());
        if parts.contains(&Part::Draw) {
            return ends.is_empty().then_some(Verdict::Draw);
        }
        // `White wins, Black resigns`: each verb is of its own side.
        let mut winners =
            sides.iter().zip(&ends).map(|(side, end)| if **end == Part::Wins { *side } else { side.opponent() });
        let first = winners.next().filter(|_| sides.len() == ends.len())?;
        winners.all(|other| other == first).then_some(Verdict::Won(first))
    }

    /// Whether a text says that a side has won or lost, and not which one.
    pub(super) fn names_no_side(text: &str) -> bool {
        let parts = parts(text).unwrap_or_default();
        parts.iter().any(|part| part.is_end()) && parts.iter().all(|part| part.is_end() || *part == Part::Nothing)
    }

    /// Whether a text has the names of both sides and nothing else, as above the moves of a table.
    pub(super) fn names_both_sides(text: &str) -> bool {
        matches!(sides(text)[..], [first, second] if first != second)
    }

    /// The side that a text names, if it has nothing else, as before each move of a list.
    pub(super) fn side_named(text: &str) -> Option<Side> {
        if let [side] = sides(text)[..] { Some(side) } else { None }
    }
}

impl Part {
    fn is_end(self) -> bool {
        matches!(self, Part::Wins | Part::Loses)
    }
}

/// The words of a text; `None` if one of them is not known. A letter for a side is its first one, as in `W wins`: within a
/// sentence, it can be a word.
fn parts(text: &str) -> Option<Vec<Part>> {
    let text = text.to_lowercase();
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    let letter = words.next_if(|first| side_lettered(first).is_some()).and_then(side_lettered).map(Part::Side);
    letter.map(Some).into_iter().chain(words.map(part)).collect()
}

/// The sides that a text names, if it has nothing else.
fn sides(text: &str) -> Vec<Side> {
    let text = text.to_lowercase();
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let sides = words.map(|word| if let Some(Part::Side(side)) = part(word) { Some(side) } else { None });
    sides.collect::<Option<_>>().unwrap_or_default()
}

fn part(word: &str) -> Option<Part> {
    if let Some(side) = side_named(word) {
        return Some(Part::Side(side));
    }
    // Also with the letters of its ending: `40th`, `35e`.
    let ending = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = (1..=3).contains(&(word.len() - ending.len())) && ending.chars().count() <= 3;
    let own = WORDS.iter().find(|(_, words)| words.split(' ').any(|own| own == word));
    own.map(|(part, _)| *part).or(is_number.then_some(Part::Nothing))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_many_languages_are_verdicts() {
        const WHITE: Option<Verdict> = Some(Verdict::Won(Side::White));
        const BLACK: Option<Verdict> = Some(Verdict::Won(Side::Black));
        for (verdict, texts) in [
            (
                Some(Verdict::Draw),
                "=|draw|Drawn.|drawn by agreement|Remise!|remise na zet 40|gelijkspel|Unentschieden|nulle|partie nulle|\
                 match nul|patta|tablas|Empate|remis|remíza|Ничья|вничью|ничья по соглашению|нічия|White draws|berabere|\
                 draw agreed|agreed draw|Drawn. Annotated by N. N.|remise. Analyse: J. de Vries|empate por acordo (1/2 x 1/2)|remis durch Vereinbarung|tablas de mutuo acuerdo|nulle de commun accord|\
                 patta d'accordo|remise in onderling goedvinden|remise op de 40e zet|Ничья на 40-м ходу|Remis im 40. Zug|\
                 draw by perpetual|remis po 52 ruchach",
            ),
            (
                WHITE,
                "White wins|white won on time|Black resigns.|Black lost on time|Zwart geeft op!|zwart verliest|Weiß gewinnt|\
                 Schwarz gibt auf|les Noirs abandonnent|gain blanc|il Bianco vince|il Nero abbandona|ganan blancas|\
                 las negras abandonan|Brancas vencem|pretas desistem|białe wygrywają|czarne poddały się|bílý vyhrál|\
                 Выигрыш белых|победа белых|чёрные сдались|Черные проиграли|White wins, Black resigns|\
                 W wins|W: won|Black resigned. Notes by A. B.|Z verliest|Б выиграли|gewonnen voor wit|Black gives up|Black gave up on move 30|\
                 White wins by resignation|White is victorious|wit wint op punten|чёрные сдают|Zwart gaf op na 35...|\
                 Black resigned after the 40th move|Schwarz gab nach dem 35. Zug auf|les noirs abandonnent au 35e coup|\
                 Белые выиграли на 35-м ходу|i Neri abbandonano dopo 40 mosse|wit wint door tijdsoverschrijding",
            ),
            (
                BLACK,
                "Black wins|White resigned on move 40|wit geeft op|winst zwart|Weiss verliert|Sieg für Schwarz|\
                 les blancs abandonnent|vittoria del Nero|blancas abandonan|las blancas se rinden|czarne wygrały|\
                 победа чёрных|Белые сдались|білі здалися|černý vyhrál|\
                 B wins|W resigns|Ч выиграли|white gives up",
            ),
            (
                None,
                "|.|hello|White|wins|resigned|White declined a draw?|White wins Black wins|draw, White wins|1-0 maybe|\
                 not a draw|Notes. Drawn|Not drawn. White wins|Drawn. White won|afgebroken|adjourned|White or Black wins",
            ),
        ] {
            for text in texts.split('|') {
                assert_eq!(Verdict::of(text), verdict, "{text}");
            }
        }
    }
}
