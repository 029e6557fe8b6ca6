/** Meshes as wire frames. Loaded only when they are asked for. */

import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments, Points, PointsMaterial, WireframeGeometry } from "three";
import { element } from "./dom";
import { stage } from "./stage";

/** Radians a second. */
const SPEED = 0.5;

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
  const view = element("div", {});
  const button = element("button", { type: "button", id: "turn" });
  place.replaceChildren(view, button);
  const { canvas, turn } = stage(view, group, "Wire frame of the meshes");
  let turns = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  let last = performance.now();
  const step = (now: number): void => {
    // Another file or panel is shown.
    if (canvas.offsetParent === null) turns = false;
    button.textContent = turns ? "Stop turning" : "Turn";
    if (!turns) return;
    turn(((now - last) / 1000) * SPEED);
    last = now;
    requestAnimationFrame(step);
  };
  button.addEventListener("click", () => {
    turns = !turns;
    last = performance.now();
    step(last);
  });
  step(last);
}
