import { mermaidOptions, wholePicture } from './preview-scripts.ts'

/** Maximum number of pixels of a drawing. */
const pixelsMax = 6_000_000

/**
 * Draws pictures and diagrams for an answer, one after another, and sends each as a PNG in a data URL. An SVG is only
 * ever drawn as a picture, so nothing in it runs or loads. All messages go through the port that comes with the first
 * one.
 *
 * A request is `{ id, kind, text, isDark, width, height, scale }`, its box in CSS px. The answer is
 * `{ id, picture, width, height }` with the size in CSS px, or `{ id, reason }`.
 */
export const drawingScript = `(() => {
  const page = parent

  ${wholePicture}

  function lengthOf(text) {
    const match = /^\\s*([0-9.]+)(px)?\\s*$/.exec(text ?? '')
    const length = match === null ? 0 : Number(match[1])
    return Number.isFinite(length) ? length : 0
  }

  // the size of the root in CSS px: its own, else that of its view box
  function sizeOf(root) {
    const [, , boxWidth = 0, boxHeight = 0] = (root.getAttribute('viewBox') ?? '').split(/[\\s,]+/).map(Number)
    const ratio = boxWidth > 0 && boxHeight > 0 ? boxWidth / boxHeight : 0
    const [ownWidth, ownHeight] = [lengthOf(root.getAttribute('width')), lengthOf(root.getAttribute('height'))]
    const width = ownWidth || (ownHeight && ratio ? ownHeight * ratio : 0) || (ratio ? boxWidth : 300)
    return { width, height: ownHeight || (ratio ? width / ratio : 150) }
  }

  async function drawn({ kind, text, isDark, width: widest, height: highest, scale }) {
    let source = ''
    if (kind === 'diagram') {
      mermaid.initialize({ ...${mermaidOptions}, theme: isDark ? 'dark' : 'neutral' })
      source = (await mermaid.render('diagram', text)).svg
    } else {
      // handlers never run, but the policy would report each of them
      source = text.replace(/<[^<>]*>/g, (tag) => tag.replace(/(\\s)on([a-z]+\\s*=)/gi, '$1data-on$2'))
    }
    const tree = new DOMParser().parseFromString(wholePicture(source), 'image/svg+xml')
    const root = tree.documentElement
    if (root.namespaceURI !== 'http://www.w3.org/2000/svg' || root.querySelector('parsererror') !== null)
      throw new Error('no SVG')
    const own = sizeOf(root)
    const fit = Math.min(1, widest / own.width, highest / own.height)
    const [width, height] = [Math.max(1, Math.round(own.width * fit)), Math.max(1, Math.round(own.height * fit))]
    const times = Math.min(scale, Math.sqrt(${pixelsMax} / (width * height)))
    const [across, down] = [Math.max(1, Math.floor(width * times)), Math.max(1, Math.floor(height * times))]
    // a picture without a size of its own would be drawn at another one
    if (!root.hasAttribute('viewBox')) root.setAttribute('viewBox', '0 0 ' + own.width + ' ' + own.height)
    root.setAttribute('width', across)
    root.setAttribute('height', down)
    root.style.maxWidth = ''
    const image = new Image()
    image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(new XMLSerializer().serializeToString(tree))
    await image.decode()
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: across, height: down })
    canvas.getContext('2d').drawImage(image, 0, 0, across, down)
    return { picture: canvas.toDataURL('image/png'), width, height }
  }

  addEventListener('message', function take({ ports: [port], source }) {
    if (source !== page || port === undefined) return
    removeEventListener('message', take)
    port.onmessage = async ({ data }) => {
      try {
        port.postMessage({ id: data.id, ...(await drawn(data)) })
      } catch (cause) {
        const reason = String(cause instanceof Error ? cause.message : cause).slice(0, 600)
        port.postMessage({ id: data.id, reason })
      } finally {
        document.body.replaceChildren()
      }
    }
    port.postMessage({ ready: true })
  })
  page.postMessage({ preview: 'ready' }, '*')
})()`
