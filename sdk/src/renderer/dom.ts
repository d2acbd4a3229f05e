type Style = Partial<CSSStyleDeclaration>

/** Styles are set by script, so that a page's content security policy needs no exception. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  style: Style,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  Object.assign(element.style, style)
  Object.assign(element, properties)
  element.append(...children)
  return element
}

/** A drawing in a box of 24 × 24, in the colour of the text. Screen readers skip it. */
export function icon(size: number, ...paths: string[]): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const set = (element: Element, attributes: Record<string, string | number>) => {
    for (const name in attributes) element.setAttribute(name, String(attributes[name]))
  }
  set(svg, {
    ...{ width: size, height: size, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor' },
    ...{ 'stroke-width': 2, 'stroke-linecap': 'round', 'stroke-linejoin': 'round', 'aria-hidden': 'true' },
  })
  for (const d of paths) {
    const path = document.createElementNS(svg.namespaceURI, 'path')
    set(path, { d })
    svg.append(path)
  }
  svg.style.display = 'block'
  return svg
}

export const font = (size: number, weight = 400): string =>
  `${weight} ${size}px/1.35 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif`
