// The cells of a heatmap or a strip. The numbers come as they are; range, colours, gaps and fading are uniforms,
// so that changing them never touches the data.
uniform sampler2D u_values;   // red: the number; green: 0 value, 1 masked, 2 absent, 3 error
uniform sampler2D u_maps;     // one colour map a row, 256 entries
uniform int u_map;            // which row
uniform vec2 u_range;         // the numbers at the ends of the colour map
uniform float u_log_from;     // above 0: the scale is logarithmic from here on
uniform bool u_both_signs;    // then: to both sides of the middle
uniform int u_left_out;       // a column that the scale leaves out; -1 for none
uniform ivec2 u_first;        // column and row of the first cell shown
uniform vec2 u_cell;          // width and height of a cell in pixels
uniform float u_gap;          // pixels free at the right and bottom of a cell
uniform float u_unit;         // pixels in a unit of the layout
uniform vec3 u_paper;         // what cells fade into
uniform float u_fade;         // how far
uniform vec3 u_line;          // hatch of masked cells, dot of absent ones
uniform vec3 u_error;
uniform vec3 u_error_ground;

in vec2 v_at;
out vec4 o_colour;

// From 0 to 1, as position_on_scale() has it.
float position_of(float number) {
  if (u_log_from > 0.0) {
    float decades = log(u_range.y / u_log_from);
    float size = u_both_signs ? abs(number) : number;
    float share = decades > 0.0 && size > u_log_from ? min(log(size / u_log_from) / decades, 1.0) : 0.0;
    return u_both_signs ? 0.5 + 0.5 * sign(number) * share : share;
  }
  float width = u_range.y - u_range.x;
  return width > 0.0 ? clamp((number - u_range.x) / width, 0.0, 1.0) : 0.5;
}

void main() {
  vec2 cell = floor(v_at / u_cell);
  vec2 inside = v_at - cell * u_cell;
  if (inside.x >= u_cell.x - u_gap || inside.y >= u_cell.y - u_gap) discard;
  vec2 number = texelFetch(u_values, u_first + ivec2(cell), 0).rg;
  int state = int(number.g + 0.5);

  vec3 colour;
  if (state == 0 && u_first.x + int(cell.x) == u_left_out) {
    // The diagonals of a masked cell the other way, on a ground of their own.
    float along = mod(v_at.x - v_at.y, 5.0 * u_unit);
    colour = mix(u_paper, u_line, along < max(1.0, u_unit) ? 1.0 : 0.35);
  } else if (state == 0) {
    float position = position_of(number.r);
    colour = texelFetch(u_maps, ivec2(int(floor(position * 255.0 + 0.5)), u_map), 0).rgb;
  } else if (state == 1) {
    // Diagonals a pixel wide, five units apart, that run on from cell to cell.
    float along = mod(v_at.x + v_at.y, 5.0 * u_unit);
    colour = mix(u_paper, u_line, along < max(1.0, u_unit) ? 1.0 : 0.0);
  } else if (state == 2) {
    float radius = min(1.5 * u_unit, 0.25 * min(u_cell.x, u_cell.y));
    colour = mix(u_paper, u_line, 1.0 - smoothstep(radius - 0.5, radius + 0.5, length(inside - 0.5 * (u_cell - u_gap))));
  } else {
    vec2 edge = min(inside, u_cell - u_gap - inside);
    colour = min(edge.x, edge.y) < max(1.0, 1.5 * u_unit) ? u_error : u_error_ground;
  }
  o_colour = vec4(mix(colour, u_paper, u_fade), 1.0);
}
