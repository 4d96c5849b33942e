"""The batch environment, which is written in Rust; `_batch.pyi` has its types."""

from .._native import ActionSpace, BatchEnv, observation_channels, observation_shape

__all__ = ["ActionSpace", "BatchEnv", "observation_channels", "observation_shape"]
