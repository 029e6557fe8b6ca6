// Compiles .ksy files to Python: node compile.js OUT FILE..
const fs = require("fs");
const path = require("path");
const yaml = require("js-yaml");
const compiler = require("kaitai-struct-compiler");

const [out, ...files] = process.argv.slice(2);
(async () => {
  for (const file of files) {
    const spec = yaml.load(fs.readFileSync(file, "utf8"));
    const made = await compiler.compile("python", spec, null, false);
    for (const [name, text] of Object.entries(made)) fs.writeFileSync(path.join(out, name), text);
  }
})().catch((error) => {
  console.error(error.message || String(error));
  process.exit(1);
});
