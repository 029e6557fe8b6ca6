/** A canvas with a camera that turns with the mouse, for what is drawn with three.js. */

import { Box3, PerspectiveCamera, Scene, Sphere, Vector3, WebGLRenderer, type Object3D } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { element } from "./dom";

/** Shows an object as a whole; returns a function that draws it again, and the canvas. */
export function stage(place: HTMLElement, shown: Object3D, about: string): { canvas: HTMLCanvasElement; render(): void } {
  const canvas = element("canvas", { class: "wireframe", role: "img", "aria-label": about });
  place.replaceChildren(canvas);
  const scene = new Scene();
  scene.add(shown);
  const sphere = new Box3().setFromObject(shown).getBoundingSphere(new Sphere());
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
  return { canvas, render };
}
