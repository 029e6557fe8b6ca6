// The objects of a bundle that holds a scene.
'use strict';

const { Reject } = require('./cursor');

const NODES = { 1: 'NODE', 2: 'JOINT' };
const USAGES = ['', 'POSITION', 'NORMAL', 'COLOR', 'TANGENT', 'BINORMAL', 'BLENDWEIGHTS', 'BLENDINDICES'];
const PRIMITIVES = { 0: 'POINTS', 1: 'LINES', 3: 'LINE_STRIP', 4: 'TRIANGLES', 5: 'TRIANGLE_STRIP' };
const INDEX_FORMATS = { 0x1401: ['INDEX8', 1], 0x1403: ['INDEX16', 2], 0x1405: ['INDEX32', 4] };
const DEPTH = 400;

function known(bundle, kind) {
  const id = bundle.id(kind);
  if (id === undefined) throw new Reject(`no reference leads to the ${kind} at ${bundle.pos}`);
  return id;
}

function readObject(bundle) {
  const kinds = { Scene: 'scene', Node: 'node', Animations: 'animations' };
  const found = bundle.references.find(({ offset, kind }) => offset === bundle.pos && kinds[kind]);
  if (!found) throw new Reject('no reference leads to an object');
  return { [kinds[found.kind]]: READERS[found.kind](bundle) };
}

function readScene(bundle) {
  return {
    id: known(bundle, 'Scene'),
    nodes: bundle.array((same) => readNode(same, 0)),
    active_camera: bundle.xref('Node'),
    ambient_color: bundle.floats(3),
  };
}

function readNode(bundle, depth = 0) {
  if (depth > DEPTH) throw new Reject('nodes are nested too deep');
  const node = { id: known(bundle, 'Node'), kind: NODES[bundle.u32()], transform: bundle.floats(16) };
  if (node.kind === undefined) throw new Reject('unknown type of node');
  node.parent_id = bundle.minor >= 2 ? bundle.string() : '';
  node.children = bundle.array((same) => readNode(same, depth + 1));
  node.camera = readCamera(bundle);
  node.light = readLight(bundle);
  node.model = readModel(bundle);
  return node;
}

function readCamera(bundle) {
  const camera = { id: bundle.id('Camera'), kind: bundle.u8() };
  if (camera.kind === 0) return camera;
  if (camera.kind > 2) throw new Reject('unknown type of camera');
  camera.lens = { aspect_ratio: bundle.f32(), near_plane: bundle.f32(), far_plane: bundle.f32() };
  if (camera.kind === 1) camera.lens.field_of_view = bundle.f32();
  else camera.lens.magnification = bundle.floats(2);
  return camera;
}

function readLight(bundle) {
  const light = { id: bundle.id('Light'), kind: bundle.u8() };
  if (light.kind === 0) return light;
  if (light.kind > 3) throw new Reject('unknown type of light');
  light.lamp = { color: bundle.floats(3) };
  if (light.kind >= 2) light.lamp.range = bundle.f32();
  if (light.kind === 3) {
    light.lamp.inner_angle = bundle.f32();
    light.lamp.outer_angle = bundle.f32();
  }
  return light;
}

function readModel(bundle) {
  const model = { mesh: bundle.xref('Mesh') };
  if (model.mesh === '') return model;
  model.look = { has_skin: bundle.u8() };
  if (model.look.has_skin > 1) throw new Reject('a bool is neither 0 nor 1');
  if (model.look.has_skin === 1) model.look.skin = readSkin(bundle);
  model.look.materials = bundle.array((same) => ({ text: same.string() }));
  return model;
}

function readSkin(bundle) {
  const skin = {
    bind_shape: bundle.floats(16),
    joints: bundle.array((same) => ({ text: same.xref('Node') })),
    bind_poses: bundle.reals(),
  };
  if (skin.joints.length === 0) throw new Reject('a skin without joints');
  if (skin.bind_poses.length !== skin.joints.length * 16) throw new Reject('not one bind pose a joint');
  return skin;
}

function readAnimations(bundle) {
  return { id: known(bundle, 'Animations'), animations: bundle.array(readAnimation) };
}

function readAnimation(bundle) {
  return { id: bundle.string(), channels: bundle.array(readChannel) };
}

function readChannel(bundle) {
  const channel = { target_id: bundle.string(), target_attribute: bundle.u32() };
  if (channel.target_id === '') throw new Reject('a channel without a target');
  channel.key_times = bundle.uints();
  channel.values = bundle.reals();
  channel.tangents_in = bundle.reals();
  channel.tangents_out = bundle.reals();
  channel.interpolation = bundle.uints();
  return channel;
}

function readMesh(bundle) {
  const mesh = { id: known(bundle, 'Mesh'), elements: bundle.array(readElement) };
  if (mesh.elements.length === 0) throw new Reject('a mesh without vertex elements');
  const vertices = bundle.buffer();
  const stride = mesh.elements.reduce((sum, element) => sum + 4 * element.size, 0);
  if (vertices.length === 0) throw new Reject('a mesh without vertices');
  if (stride === 0 || vertices.length % stride !== 0) throw new Reject('the bytes are no whole number of vertices');
  mesh.vertices = vertices.toString('hex');
  mesh.bounds = { min: bundle.floats(3), max: bundle.floats(3), center: bundle.floats(3), radius: bundle.f32() };
  mesh.parts = bundle.array(readPart);
  return mesh;
}

function readElement(bundle) {
  const usage = bundle.u32();
  if (usage < 1 || usage > 15) throw new Reject('unknown usage of a vertex element');
  return { usage: usage < 8 ? USAGES[usage] : `TEXCOORD${usage - 8}`, size: bundle.u32() };
}

function readPart(bundle) {
  const part = { primitive: PRIMITIVES[bundle.u32()] };
  const [name, size] = INDEX_FORMATS[bundle.u32()] ?? [];
  const indices = bundle.buffer();
  if (part.primitive === undefined) throw new Reject('unknown type of primitive');
  if (name === undefined) throw new Reject('unknown format of indices');
  if (indices.length % size !== 0) throw new Reject('the bytes are no whole number of indices');
  return { ...part, index_format: name, indices: indices.toString('hex') };
}

const READERS = { Scene: readScene, Node: readNode, Animations: readAnimations };

module.exports = { readMesh, readObject };
