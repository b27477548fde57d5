//! Canadian draughts: international draughts on 12x12. Articles: PDN 3.0 (game type 27) and the articles of international
//! draughts.

use crate::rules::{Articles, Board12, International, Rules, Variant};

/// Canadian draughts on 12x12.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Canadian;

impl Rules for Canadian {
    type Board = Board12;
    type State = ();
    const VARIANT: Variant = Variant::CANADIAN;
    const ARTICLES: Articles = Articles {
        name: "canadian",
        title: "Canadian draughts",
        aliases: "27, canada, canadiennes, канадские, canadees, canadese, kanadische, kanadyjskie, canadien, canadienses, \
                  québécoises, québécois, quebec",
        hub: None,
        // PDN 3.0: `27,W,12,12,N2,0`.
        game_type: 27,
        rows_of_men: 5,
        ..International::ARTICLES
    };
}
