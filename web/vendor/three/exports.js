// The part of three.js that the page uses. `README.md` beside this file says how the bundle is made from it.
export {
  BufferAttribute, BufferGeometry, CanvasTexture, ColorManagement, DoubleSide, DynamicDrawUsage, ExtrudeGeometry,
  FrontSide, InstancedBufferAttribute, InstancedBufferGeometry, InstancedMesh, LinearFilter,
  LinearSRGBColorSpace, Matrix4, Mesh, NoToneMapping, PerspectiveCamera, Quaternion, Raycaster, Scene,
  ShaderMaterial, Shape, Vector3, WebGLRenderer,
} from 'three';
