/** A canvas with a camera that turns by the mouse and by keys, for what is drawn with three.js. */

import { Box3, PerspectiveCamera, Scene, Sphere, Spherical, Vector3, WebGLRenderer, type Object3D } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { element } from "./dom";

/** The angle of a press of a key, in radians. */
const STEP = Math.PI / 24;

export interface Stage {
  canvas: HTMLCanvasElement;
  /** Draws the object again. */
  render(): void;
  /** Goes around the object by an angle in radians. */
  turn(angle: number): void;
}

/** Shows an object as a whole. */
export function stage(place: HTMLElement, shown: Object3D, about: string): Stage {
  const canvas = element("canvas", { class: "wireframe", role: "img", tabindex: 0, "aria-label": `${about}; arrow keys turn it` });
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
  const render = (): void => {
    canvas.dataset["angle"] = controls.getAzimuthalAngle().toFixed(4);
    renderer.render(scene, camera);
  };
  const move = (around: number, up: number): void => {
    const place = new Spherical().setFromVector3(camera.position.clone().sub(controls.target));
    place.theta += around;
    place.phi += up;
    camera.position.setFromSpherical(place.makeSafe()).add(controls.target);
    controls.update();
    render();
  };
  const keys: Record<string, [number, number]> = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };
  canvas.addEventListener("keydown", (event) => {
    const step = keys[event.key];
    if (!step) return;
    event.preventDefault();
    move(...step);
  });
  controls.addEventListener("change", render);
  render();
  return { canvas, render, turn: (angle) => move(angle, 0) };
}
