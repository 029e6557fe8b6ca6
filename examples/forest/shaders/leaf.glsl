#version 330 core
in vec2 uv;
in vec3 normal;
out vec4 colour;
uniform sampler2D leaf;
uniform vec3 sun;

void main() {
    vec4 texel = texture(leaf, uv);
    if (texel.a < 0.5) {
        discard;
    }
    float light = 0.35 + 0.65 * max(dot(normalize(normal), sun), 0.0);
    colour = vec4(texel.rgb * light, 1.0);
}
