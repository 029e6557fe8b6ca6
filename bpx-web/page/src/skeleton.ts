/** The bones of a creature, moving. Loaded only when they are asked for. */

import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments, Points, PointsMaterial } from "three";
import { element } from "./dom";
import { stage } from "./stage";

export interface Clip {
  name: string;
  frames: number;
  fps: number | null;
  loops: boolean;
}

/** Frames a second of a clip that states none that can be shown. */
const USUAL_RATE = 30;

/** Draws a clip, with buttons to play it. `places` has 3 floats for each bone, frame by frame. */
export function draw(place: HTMLElement, clip: Clip, bones: number, parents: (number | null)[], data: Uint8Array): void {
  const places = new Float32Array(data.slice().buffer);
  const frames = Math.floor(places.length / (bones * 3));
  if (frames === 0) {
    place.replaceChildren(element("p", {}, "The clip has no poses."));
    return;
  }
  const colour = getComputedStyle(place).color;
  const geometry = new BufferGeometry();
  // Of all frames, so that the camera sees all of them.
  geometry.setAttribute("position", new BufferAttribute(places, 3));
  geometry.computeBoundingBox();
  const box = geometry.boundingBox;
  const moving = new BufferAttribute(places.slice(0, bones * 3), 3);
  geometry.setAttribute("position", moving);
  geometry.setIndex(parents.flatMap((parent, bone) => (parent === null || parent >= bones || bone >= bones ? [] : [parent, bone])));
  const group = new Group();
  group.add(new LineSegments(geometry, new LineBasicMaterial({ color: colour })));
  // Points have no index, so that bones without a link are drawn too.
  const points = new BufferGeometry();
  points.setAttribute("position", moving);
  points.boundingBox = box;
  group.add(new Points(points, new PointsMaterial({ color: colour, size: 5, sizeAttenuation: false })));

  // What is in sight changes from frame to frame.
  for (const part of group.children) part.frustumCulled = false;

  const view = element("div", {});
  const slider = element("input", { type: "range", id: "pose-frame", min: 0, max: frames - 1, value: 0, "aria-label": "Frame" });
  const button = element("button", { type: "button", id: "pose-play" });
  const shown = element("output", {});
  place.replaceChildren(view, element("div", { class: "player" }, button, slider, shown));
  const { canvas, render } = stage(view, group, `Bones in the clip ${clip.name}`);

  const rate = clip.fps !== null && clip.fps > 0 && clip.fps <= 240 ? clip.fps : USUAL_RATE;
  let frame = 0;
  let started: { at: number; frame: number } | null = null;
  const show = (next: number): void => {
    frame = next;
    moving.set(places.subarray(frame * bones * 3, (frame + 1) * bones * 3));
    moving.needsUpdate = true;
    slider.value = String(frame);
    slider.setAttribute("aria-valuetext", `frame ${frame + 1} of ${frames}`);
    shown.textContent = `${frame + 1} of ${frames}, ${(frame / rate).toFixed(2)} s`;
    render();
  };
  const stop = (): void => {
    started = null;
    button.textContent = "Play";
  };
  const step = (now: number): void => {
    // Another clip, file or panel is shown.
    if (!started || canvas.offsetParent === null) return stop();
    const next = started.frame + Math.floor(((now - started.at) / 1000) * rate);
    if (next >= frames && !clip.loops) {
      show(frames - 1);
      return stop();
    }
    if (next % frames !== frame) show(next % frames);
    requestAnimationFrame(step);
  };
  const play = (): void => {
    started = { at: performance.now(), frame: frame === frames - 1 ? 0 : frame };
    button.textContent = "Pause";
    requestAnimationFrame(step);
  };
  button.addEventListener("click", () => (started ? stop() : play()));
  slider.addEventListener("input", () => {
    stop();
    show(Number(slider.value));
  });
  show(0);
  stop();
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) play();
}
