//! The sums and the hidden layers along the line that a search examines.
//!
//! A move only records its changes. The sums and the layers are computed when a node asks for its
//! value, from those of the nearest node above it that has asked before.

use super::features::FeatureChanges;
use super::network::{Network, NetworkBase, output_bucket};
use super::{Accumulator, Evaluate};
use crate::rules::GameInfo;

/// The changes, the sums and the hidden layers by ply.
pub struct EvalStack {
    /// The changes by the move that led to each ply.
    changes: Vec<FeatureChanges>,
    /// The sums of each ply.
    accumulators: Vec<Accumulator>,
    /// The hidden layers of each ply.
    layers: Vec<i16>,
    /// The sums and layers of this ply and all before it are those of the current line.
    computed: usize,
}

impl EvalStack {
    /// Creates a stack for plies below `plies`.
    pub fn new(game: &'static GameInfo, plies: usize) -> EvalStack {
        let changes = (0..plies).map(|_| FeatureChanges::new(game)).collect();
        EvalStack { changes, accumulators: Vec::new(), layers: Vec::new(), computed: 0 }
    }

    /// Begins a line at this board.
    pub fn begin<B: Evaluate>(&mut self, network: Option<&Network>, board: &B) {
        self.computed = 0;
        self.accumulators.clear();
        self.accumulators.resize(self.changes.len(), board.new_accumulator());
        if let Some(network) = network {
            self.layers.resize(self.changes.len() * network.units(), 0);
            network.compute(board, &mut self.layers[..network.units()]);
        }
    }

    /// Returns the changes of the move from `ply` to the next one, empty.
    #[inline(always)]
    pub fn next_changes(&mut self, ply: usize) -> &mut FeatureChanges {
        self.computed = self.computed.min(ply);
        let changes = &mut self.changes[ply + 1];
        changes.clear();
        changes
    }

    /// Returns the evaluation of the board at `ply` in centipawns, from the side to move: that of
    /// the network, or the hand-made one if there is none.
    #[inline]
    pub fn evaluate<B: Evaluate>(
        &mut self,
        network: Option<&Network>,
        board: &B,
        ply: usize,
    ) -> i32 {
        self.compute(network, ply);
        let accumulator = &self.accumulators[ply];
        let Some(network) = network else { return board.evaluate(accumulator) };
        let base = match network.base() {
            NetworkBase::HandMade => board.evaluate(accumulator),
            // It knows how to mate a bare king, and the base has it already.
            _ if accumulator.side_against_bare_king().is_some() => {
                return board.evaluate(accumulator);
            }
            NetworkBase::Material => board.material(accumulator),
            NetworkBase::None => 0,
        };
        let units = network.units();
        let layers = &self.layers[ply * units..][..units];
        let bucket = output_bucket(accumulator, network.buckets());
        base + network.output(layers, board.side_to_move(), bucket)
    }

    /// Computes the sums and layers up to a ply.
    #[inline(always)]
    fn compute(&mut self, network: Option<&Network>, ply: usize) {
        for next in self.computed + 1..=ply {
            let changes = &self.changes[next];
            self.accumulators[next] = self.accumulators[next - 1].after(changes);
            if let Some(network) = network {
                let units = network.units();
                let (before, after) = self.layers.split_at_mut(next * units);
                network.update(&before[(next - 1) * units..], &mut after[..units], changes);
            }
        }
        self.computed = self.computed.max(ply);
    }

    /// Returns the evaluation of a board that belongs to no line.
    pub fn evaluate_fresh<B: Evaluate>(&mut self, network: Option<&Network>, board: &B) -> i32 {
        self.begin(network, board);
        self.evaluate(network, board, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::features::{active_features, feature_count, mirrored_features};
    use crate::eval::network::{NetworkData, color_count};
    use crate::moves::Side;
    use crate::position::Position;
    use crate::rules::BuiltIn;
    use crate::rules::{Chess, Federation, Kobayashi, Meder, Raumschach, Sixfold, SpaceChess};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Returns the evaluation of a board with a network.
    fn value_of(network: &Network, board: &Chess) -> i32 {
        EvalStack::new(Chess::game_info(), 1).evaluate_fresh(Some(network), board)
    }

    /// Returns the output by its definition, one number after the other.
    fn plain_output<B: Evaluate>(data: &NetworkData, board: &B) -> i32 {
        let game = board.game();
        let mirrored = game.color_symmetry.map(|it| mirrored_features(game, it));
        let colors = color_count(game);
        let unit = |color: Side, unit: usize| {
            let index = color.index() % colors * data.hidden + unit;
            let weight = |&feature: &u16| {
                let row = match (&mirrored, color) {
                    (Some(mirrored), Side::Black) => usize::from(mirrored[usize::from(feature)]),
                    (Some(_), Side::White) => usize::from(feature),
                    (None, _) => color.index() * feature_count(game) + usize::from(feature),
                };
                i64::from(data.hidden_weights[row * data.hidden + unit])
            };
            let weights: i64 = active_features(board).iter().map(weight).sum();
            (i64::from(data.hidden_biases[index]) + weights).clamp(0, 255)
        };
        let side = board.side_to_move();
        let bucket = output_bucket(&board.new_accumulator(), data.buckets);
        let row = side.index() % colors * data.buckets + bucket;
        let weights = &data.output_weights[row * 2 * data.hidden..][..2 * data.hidden];
        let sum: i64 = weights
            .iter()
            .enumerate()
            .map(|(index, &weight)| {
                let color = if index < data.hidden { side } else { side.other() };
                let activation = unit(color, index % data.hidden);
                activation * activation * i64::from(weight)
            })
            .sum();
        let sum = sum / 255 + i64::from(data.output_biases[row]);
        (sum * i64::from(data.scale) / (255 * 64)) as i32
    }

    /// Plays random games and asks for values now and then, as a search does.
    fn lazy_layers_equal_definition<B: Evaluate + BuiltIn>() {
        let game = B::game_info();
        let mut random = ChaCha8Rng::seed_from_u64(4);
        for (hidden, buckets) in [(8, 1), (16, 2), (64, 3), (256, 2)] {
            let data =
                NetworkData::random(game, hidden, buckets, NetworkBase::HandMade, &mut random);
            let network = Network::new(game, &data, 0);
            let mut stack = EvalStack::new(game, 64);
            for _ in 0..4 {
                let mut position = Position::new(B::start(game));
                stack.begin(Some(&network), position.board());
                let mut ply = 0;
                while ply < 59 {
                    let moves = position.legal_moves();
                    // Take back some moves, as a search does.
                    if moves.is_empty() || ply > 0 && random.random_range(0..4) == 0 {
                        if ply == 0 || moves.is_empty() && random.random_range(0..4) == 0 {
                            break;
                        }
                        position.unmake();
                        ply -= 1;
                        continue;
                    }
                    let mv = moves[random.random_range(0..moves.len())];
                    position.make(mv, stack.next_changes(ply));
                    ply += 1;
                    if random.random_range(0..3) == 0 {
                        let board = position.board();
                        let value = stack.evaluate(Some(&network), board, ply);
                        let by_hand = board.evaluate(&board.new_accumulator());
                        let expected = by_hand + plain_output(&data, board);
                        assert_eq!(value, expected, "{hidden} units, ply {ply}");
                    }
                }
            }
        }
    }

    #[test]
    fn lazy_layers_equal_definition_in_every_rule_set() {
        lazy_layers_equal_definition::<Federation>();
        lazy_layers_equal_definition::<Kobayashi>();
        lazy_layers_equal_definition::<Meder>();
        lazy_layers_equal_definition::<Sixfold>();
        lazy_layers_equal_definition::<SpaceChess>();
        lazy_layers_equal_definition::<Raumschach>();
        lazy_layers_equal_definition::<Chess>();
    }

    /// A file may have any weights.
    #[test]
    fn largest_weights_do_not_overflow() {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let board = Chess::startpos();
        let mut data =
            NetworkData::random(Chess::game_info(), 8, 1, NetworkBase::HandMade, &mut random);
        data.hidden_biases.fill(255);
        data.hidden_weights.fill(0);
        data.output_weights.fill(127);
        for (bias, sign) in [(i32::MAX, 1), (i32::MIN, -1)] {
            data.output_biases.fill(bias);
            let value = value_of(&Network::new(Chess::game_info(), &data, 0), &board);
            assert!(value * sign > 1_000_000, "{value}");
        }
    }

    /// Bare kings are left to the hand-made evaluation, whatever the base.
    #[test]
    fn endings_are_evaluated_by_hand() {
        let mut random = ChaCha8Rng::seed_from_u64(6);
        let board = Chess::from_fen("8/8/4k3/8/8/8/3Q4/3K4 w - - 0 1").expect("a FEN");
        let data = NetworkData::random(Chess::game_info(), 8, 1, NetworkBase::None, &mut random);
        let network = Network::new(Chess::game_info(), &data, 0);
        assert_eq!(value_of(&network, &board), board.evaluate(&board.new_accumulator()));
    }
}
