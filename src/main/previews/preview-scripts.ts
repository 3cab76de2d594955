// Scripts of the preview's frame. They run before anything of a model, in a document without origin and network. After
// a text is shown, their messages go through their own port: then the page reads no other messages.

/** Options of Mermaid. Nothing in a diagram becomes HTML, runs or links. */
export const mermaidOptions = JSON.stringify({
  ...{ startOnLoad: false, securityLevel: 'strict', suppressErrorRendering: true },
  ...{ htmlLabels: false, flowchart: { htmlLabels: false } },
})

/** Returns an SVG picture as whole XML, from a text written as XML or as in a page. Part of both scripts. */
export const wholePicture = `function wholePicture(text) {
    const parsed = (type) => new DOMParser().parseFromString(text, type)
    const { documentElement: root } = parsed('image/svg+xml')
    const isWhole = root.namespaceURI === 'http://www.w3.org/2000/svg' && root.querySelector('parsererror') === null
    // written as in a page: without its name spaces, or with that language's entities
    const found = isWhole ? null : parsed('text/html').querySelector('svg')
    return (found === null ? text : new XMLSerializer().serializeToString(found)).toWellFormed()
  }`

/**
 * Receives one text from the page and becomes its document. Reports Escape and clicks on links to the page, because
 * keys and clicks in a frame do not reach it. Also reports leaving, and a press that focuses the frame. Answers pings
 * as long as the document lives. All messages go through a port that comes with the text and that a model's code cannot
 * reach.
 *
 * No content security policy stops WebRTC. `Connection-Allowlist` does, if the browser supports it: then a connection
 * fails before it gathers addresses. In other browsers the text is shown without scripts.
 *
 * Nor does a policy stop a press from writing to the clipboard by `execCommand`. So that command is removed, and so are
 * nested frames, which would have it again.
 */
export const pageScript = `(() => {
  const page = parent

  function isHeldBack(answer) {
    if (typeof RTCPeerConnection !== 'function') return answer(true)
    let connection = null
    let isSettled = false
    const settle = (held) => {
      if (isSettled) return
      isSettled = true
      if (connection !== null) connection.close()
      answer(held)
    }
    try {
      connection = new RTCPeerConnection()
      connection.oniceconnectionstatechange = () => {
        if (connection.iceConnectionState === 'failed') settle(true)
      }
      connection.onicegatheringstatechange = () => settle(false)
      connection.createDataChannel('')
      connection.setLocalDescription().catch(() => settle(false))
      setTimeout(() => settle(false), 2000)
    } catch {
      settle(false)
    }
  }

  ${wholePicture}

  function picture(text) {
    const whole = wholePicture(text)
    const style = 'html,body{height:100%;margin:0}img{display:block;width:100%;height:100%;object-fit:scale-down}'
    const source = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(whole).replaceAll("'", '%27')
    return '<!doctype html><style>' + style + "</style><img alt='' src='" + source + "'>"
  }

  function withoutCopying() {
    const { apply } = Reflect
    const { execCommand } = Document.prototype
    const bound = (method) => Function.prototype.call.bind(method)
    const [text, lower] = [String, bound(String.prototype.toLowerCase)]
    const value = function (command, ...more) {
      const name = lower(text(command))
      return name !== 'copy' && name !== 'cut' && apply(execCommand, this, [name, ...more])
    }
    Object.defineProperty(Document.prototype, 'execCommand', { value, configurable: false, writable: false })
    const nested = document.getElementsByTagName('iframe')
    const [item, remove] = [bound(HTMLCollection.prototype.item), bound(Element.prototype.remove)]
    new MutationObserver(() => {
      for (let one = item(nested, 0); one !== null; one = item(nested, 0)) remove(one)
    }).observe(document, { childList: true, subtree: true })
  }

  isHeldBack((held) => {
    addEventListener('message', function take({ data, ports: [port], source }) {
      if (source !== page || typeof data.text !== 'string') return
      removeEventListener('message', take)
      const say = port.postMessage.bind(port)
      const tell = (state) => say({ preview: state })
      const once = (state) => {
        let told = false
        return () => {
          if (!told) tell(state)
          told = true
        }
      }
      // reads nothing of the ping: what reads it could be replaced, and would get the port
      port.onmessage = () => tell('alive')
      withoutCopying()
      document.open()
      // an opened document has lost all listeners
      addEventListener('beforeunload', once('left'), true)
      addEventListener('pointerdown', (event) => event.isTrusted && !document.hasFocus() && tell('pressed'), true)
      const refused = once('refused')
      document.addEventListener('securitypolicyviolation', refused)
      addEventListener('keydown', (event) => event.key === 'Escape' && tell('escape'), true)
      addEventListener('click', (event) => {
        const link = event.composedPath().find((one) => one instanceof Element && one.matches('a[href], area[href]'))
        const href = link === undefined ? '#' : (link.getAttribute('href') ?? '')
        if (href.startsWith('#')) return
        event.preventDefault()
        refused()
      }, true)
      if (data.kind === 'svg') addEventListener('error', once('failed'), true)
      const still = '<!doctype html><meta http-equiv="Content-Security-Policy" content="script-src \\'none\\'">'
      document.write(data.kind === 'svg' ? picture(data.text) : held ? data.text : still + data.text)
      document.close()
    })
    page.postMessage({ preview: held ? 'ready' : 'ready-still' }, '*')
  })
})()`

/** Draws one Mermaid diagram. Only this script and the library can run here. */
export const diagramScript = `(() => {
  const page = parent
  let tell = () => undefined
  addEventListener('keydown', (event) => event.key === 'Escape' && tell('escape'), true)
  addEventListener('click', (event) => {
    const link = event.composedPath().find((one) => one instanceof Element && one.matches('a'))
    if (link === undefined) return
    event.preventDefault()
    tell('refused')
  }, true)
  addEventListener('beforeunload', () => tell('left'))
  addEventListener('pointerdown', (event) => event.isTrusted && !document.hasFocus() && tell('pressed'), true)
  addEventListener('message', async function take({ data, ports: [port], source }) {
    if (source !== page || typeof data.text !== 'string') return
    removeEventListener('message', take)
    tell = (state, more) => port.postMessage({ preview: state, ...more })
    port.onmessage = () => tell('alive')
    document.documentElement.dataset.dark = String(data.dark === true)
    try {
      mermaid.initialize({ ...${mermaidOptions}, theme: data.dark === true ? 'dark' : 'neutral' })
      const { svg } = await mermaid.render('diagram', data.text)
      document.body.innerHTML = svg
      document.body.dataset.drawn = ''
      tell('drawn', { picture: svg })
    } catch (cause) {
      document.body.replaceChildren()
      tell('failed', { reason: String(cause instanceof Error ? cause.message : cause).slice(0, 600) })
    }
  })
  page.postMessage({ preview: 'ready' }, '*')
})()`

/** Style of a diagram: as wide as the frame, and never wider than it was drawn. */
export const diagramStyle = `html { background: #fff; color-scheme: light }
html[data-dark='true'] { background: #1d1b18; color-scheme: dark }
body { margin: 0; padding: 16px; box-sizing: border-box; min-height: 100vh; display: grid; place-items: center }
/* Mermaid measures in the page itself: half a diagram is not shown */
body:not([data-drawn]) { visibility: hidden }
svg { max-width: 100%; height: auto }`
