//! The optimizer AdamW (Loshchilov and Hutter, "Decoupled Weight Decay Regularization", 2019).

/// The decay of the mean of the gradients.
const BETA1: f32 = 0.9;
/// The decay of the mean of their squares.
const BETA2: f32 = 0.999;
/// Keeps the steps finite where the gradients are zero.
const EPSILON: f32 = 1e-8;

/// The state of the optimizer for a list of parameters.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct AdamW {
    /// The mean of the gradients.
    pub mean: Vec<f32>,
    /// The mean of their squares.
    pub variance: Vec<f32>,
    /// The number of steps made.
    pub steps: u64,
}

impl AdamW {
    /// Creates the state for this number of parameters.
    pub(super) fn new(parameters: usize) -> AdamW {
        AdamW { mean: vec![0.0; parameters], variance: vec![0.0; parameters], steps: 0 }
    }

    /// Makes a step down the gradient.
    pub(super) fn step(
        &mut self,
        parameters: &mut [f32],
        gradient: &[f32],
        learning_rate: f32,
        weight_decay: f32,
    ) {
        self.steps += 1;
        let correction = |beta: f32| 1.0 - libm::powf(beta, self.steps as f32);
        let (mean_scale, variance_scale) = (1.0 / correction(BETA1), 1.0 / correction(BETA2));
        let moments = self.mean.iter_mut().zip(&mut self.variance);
        for ((parameter, &gradient), (mean, variance)) in
            parameters.iter_mut().zip(gradient).zip(moments)
        {
            *mean = BETA1 * *mean + (1.0 - BETA1) * gradient;
            *variance = BETA2 * *variance + (1.0 - BETA2) * gradient * gradient;
            let step = *mean * mean_scale / ((*variance * variance_scale).sqrt() + EPSILON);
            *parameter -= learning_rate * (step + weight_decay * *parameter);
        }
    }
}
