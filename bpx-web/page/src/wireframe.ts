/** Meshes as wire frames, which turn with the mouse. Loaded only when they are asked for. */

import { BufferAttribute, BufferGeometry, Group, LineSegments, LineBasicMaterial, PerspectiveCamera, Points, PointsMaterial, Scene, Sphere, Box3, Vector3, WebGLRenderer, WireframeGeometry } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { element } from "./dom";

/** Draws meshes: for each, positions (3 floats a vertex), then indices. */
export function draw(place: HTMLElement, meshes: { vertices: number; indices: number }[], data: Uint8Array): void {
  const copy = data.slice();
  const group = new Group();
  const colour = getComputedStyle(place).color;
  let at = 0;
  for (const { vertices, indices } of meshes) {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(copy.buffer, at, vertices * 3), 3));
    at += vertices * 12;
    geometry.setIndex(new BufferAttribute(new Uint32Array(copy.buffer, at, indices), 1));
    at += indices * 4;
    group.add(
      indices > 0
        ? new LineSegments(new WireframeGeometry(geometry), new LineBasicMaterial({ color: colour }))
        : new Points(geometry, new PointsMaterial({ color: colour, size: 3, sizeAttenuation: false })),
    );
  }
  const canvas = element("canvas", { class: "wireframe", role: "img", "aria-label": "Wire frame of the meshes" });
  place.replaceChildren(canvas);
  const scene = new Scene();
  scene.add(group);
  const sphere = new Box3().setFromObject(group).getBoundingSphere(new Sphere());
  const radius = Math.max(sphere.radius, 1e-6);
  const camera = new PerspectiveCamera(45, 4 / 3, radius / 100, radius * 100);
  camera.position.copy(sphere.center).add(new Vector3(1, 0.8, 1.6).multiplyScalar(radius * 1.6));
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  renderer.setSize(place.clientWidth || 320, (place.clientWidth || 320) * 0.75);
  const controls = new OrbitControls(camera, canvas);
  controls.target.copy(sphere.center);
  controls.update();
  const render = (): void => renderer.render(scene, camera);
  controls.addEventListener("change", render);
  render();
}
