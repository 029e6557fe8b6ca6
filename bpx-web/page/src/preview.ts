/** What a file looks like: pixels, meshes, moving bones, the objects of a package. */

import type { Client } from "./client";
import { bytes, download, element, plural } from "./dom";
import type { Clip } from "./skeleton";
import type { Identified } from "./types";

/** Fills the panel for the open file. */
export async function preview(panel: HTMLElement, client: Client, found: Identified | null, fail: (error: unknown) => void): Promise<void> {
  panel.replaceChildren();
  try {
    if (found?.format === "bpx") {
      if (found.kind === "Texture") return await texture(panel, client, 0);
      if (found.kind === "Model") return meshButton(panel, client, fail);
      if (found.kind === "Package") return await objects(panel, client, fail);
    }
    if (found?.format === "bpat") return await clips(panel, client, fail);
    if (found?.format === "gpb") return meshButton(panel, client, fail);
    panel.append(element("p", {}, "There is no preview of this type of file."));
  } catch (error) {
    panel.replaceChildren(element("p", { class: "error" }, error instanceof Error ? error.message : String(error)));
  }
}

interface TextureReply {
  width: number;
  height: number;
  layers: number;
  format: string;
}

async function texture(panel: HTMLElement, client: Client, layer: number): Promise<void> {
  const { json, bytes: pixels } = await client.ask<TextureReply>({ call: "texture", layer });
  const canvas = element("canvas", {
    width: json.width,
    height: json.height,
    class: "texture",
    role: "img",
    "aria-label": `Layer ${layer}, ${json.width} x ${json.height} pixels`,
  });
  const image = new ImageData(new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length), json.width, json.height);
  canvas.getContext("2d")?.putImageData(image, 0, 0);
  const choice = element("select", { change: () => void texture(panel, client, Number(choice.value)) });
  for (let index = 0; index < json.layers; index++) choice.append(element("option", { value: index, selected: index === layer }, String(index)));
  panel.replaceChildren(
    element("p", {}, `${json.width} x ${json.height} pixels, ${json.format}`),
    json.layers > 1 ? element("label", {}, "Layer ", choice) : "",
    canvas,
  );
}

function meshButton(panel: HTMLElement, client: Client, fail: (error: unknown) => void): void {
  const place = element("div", { class: "meshes" });
  const button = element(
    "button",
    {
      type: "button",
      id: "show-meshes",
      click: async () => {
        try {
          const { json, bytes: data } = await client.ask<{ meshes: { vertices: number; indices: number }[]; guessed: boolean }>({ call: "meshes" });
          const { draw } = await import("./wireframe");
          draw(place, json.meshes, data);
          note.textContent = `${plural(json.meshes.length, "mesh", "meshes")}${json.guessed ? "; a shader package states the format of vertices: their first three floats are taken as the position" : ""}`;
          button.hidden = true;
        } catch (error) {
          fail(error);
        }
      },
    },
    "Show meshes as wire frames",
  );
  const note = element("p", {});
  panel.append(button, note, place);
}

interface ClipsReply {
  bones: number;
  /** For each bone, or of none. */
  parents: (number | null)[];
  count: number;
  clips: Clip[];
}

async function clips(panel: HTMLElement, client: Client, fail: (error: unknown) => void): Promise<void> {
  const { json } = await client.ask<ClipsReply>({ call: "clips" });
  const place = element("div", { class: "meshes" });
  const show = async (): Promise<void> => {
    try {
      const index = Number(choice.value);
      const [{ bytes: places }, { draw }] = await Promise.all([client.ask({ call: "poses", clip: index }), import("./skeleton")]);
      const clip = json.clips[index];
      if (clip && Number(choice.value) === index) draw(place, clip, json.bones, json.parents, places);
    } catch (error) {
      fail(error);
    }
  };
  const name = (clip: Clip) => `${clip.name}: ${plural(clip.frames, "frame")}`;
  const choice = element("select", { id: "clip", change: () => void show() }, ...json.clips.map((clip, index) => element("option", { value: index }, name(clip))));
  const about = [plural(json.bones, "bone"), plural(json.count, "clip"), json.parents.length === 0 ? "the file does not state which bones are linked" : ""];
  panel.append(element("p", {}, about.filter(Boolean).join(", ")), element("label", {}, "Clip ", choice), place);
  await show();
}

interface PackageObject {
  index: number;
  name: string;
  size: number;
}

interface Folder {
  folders: Map<string, Folder>;
  objects: PackageObject[];
}

async function objects(panel: HTMLElement, client: Client, fail: (error: unknown) => void): Promise<void> {
  const { json } = await client.ask<{ count: number; items: PackageObject[] }>({ call: "objects" });
  const root: Folder = { folders: new Map(), objects: [] };
  for (const object of json.items) {
    const parts = object.name.split("/");
    let folder = root;
    for (const part of parts.slice(0, -1)) {
      let next = folder.folders.get(part);
      if (!next) folder.folders.set(part, (next = { folders: new Map(), objects: [] }));
      folder = next;
    }
    folder.objects.push(object);
  }
  const save = async (object: PackageObject): Promise<void> => {
    try {
      const { written } = await client.ask({ call: "save_object", index: object.index });
      download(written, object.name.split("/").at(-1) || "object");
    } catch (error) {
      fail(error);
    }
  };
  panel.append(element("p", {}, plural(json.count, "object")), list(root, save));
}

/** A folder; what is in it is made when it is opened. */
function list(folder: Folder, save: (object: PackageObject) => Promise<void>): HTMLElement {
  const made = element("ul", { class: "objects" });
  for (const [name, inner] of folder.folders) {
    const details = element("details", {}, element("summary", {}, `${name}/`));
    details.addEventListener("toggle", () => details.open && details.children.length === 1 && details.append(list(inner, save)));
    made.append(element("li", {}, details));
  }
  for (const object of folder.objects) {
    const name = object.name.split("/").at(-1) || "(no name)";
    made.append(element("li", {}, element("button", { type: "button", class: "link", click: () => void save(object), "aria-label": `Download ${name}` }, name), ` ${bytes(object.size)}`));
  }
  return made;
}
