// One rectangle of cells, given in pixels of the display with y down.
uniform vec2 u_display;  // size of the display
uniform vec4 u_area;     // left, top, right, bottom

out vec2 v_at;  // pixels from the rectangle's left top corner

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 pixel = mix(u_area.xy, u_area.zw, corner);
  v_at = pixel - u_area.xy;
  gl_Position = vec4(pixel.x / u_display.x * 2.0 - 1.0, 1.0 - pixel.y / u_display.y * 2.0, 0.0, 1.0);
}
