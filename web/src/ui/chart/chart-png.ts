/** Properties that carry the look; the picture is drawn apart from the page's styles. */
const drawn = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'fill-opacity',
  'font-size',
  'font-weight',
  'font-family',
  'text-anchor',
] as const

function withLook(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const originals = [svg, ...svg.querySelectorAll('*')]
  const copies = [copy, ...copy.querySelectorAll('*')]
  for (const [index, original] of originals.entries()) {
    const style = getComputedStyle(original)
    const target = copies[index]
    if (!target) continue
    for (const property of drawn) {
      const value = style.getPropertyValue(property)
      if (value !== '' && !value.startsWith('url(')) target.setAttribute(property, value)
    }
  }
  return copy
}

const drawMsMax = 10_000

/** The chart's drawing; a chart that is still loading is waited for. */
function drawingIn(plot: HTMLElement): Promise<SVGSVGElement | null> {
  const find = () => plot.querySelector('svg')
  const drawing = find()
  if (drawing) return Promise.resolve(drawing)
  return new Promise((resolve) => {
    const end = () => {
      observer.disconnect()
      clearTimeout(late)
      resolve(find())
    }
    const observer = new MutationObserver(() => {
      if (find()) end()
    })
    const late = setTimeout(end, drawMsMax)
    observer.observe(plot, { childList: true, subtree: true })
  })
}

/** The chart inside `plot` as a PNG picture, in the colours it has on screen. */
export async function chartPng(plot: HTMLElement, scale = 2): Promise<Blob | null> {
  const svg = await drawingIn(plot)
  if (!svg) return null
  const { width, height } = svg.getBoundingClientRect()
  const copy = withLook(svg)
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  const picture = new Image()
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const pen = canvas.getContext('2d')
  if (!pen) return null
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--surface')
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

/** Hands a file to the browser under that name. */
export function download(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
