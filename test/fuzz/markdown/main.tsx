import '../../../src/renderer/platform/theme/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Markdown } from '../../../src/renderer/components/markdown/Markdown.tsx'
import { startPage } from './started-page.ts'

declare global {
  interface Window {
    /** Shows a text whole or growing in `steps` parts, then removes it. Resolves when the page is idle. */
    show(text: string, steps: number): Promise<ShownFigures>
    /** Shows short texts below each other, whole or growing; returns the text of each after `frames` frames. */
    read(texts: readonly string[], steps: number, frames: number): Promise<readonly string[]>
  }
}

export interface ShownFigures {
  readonly elements: number
  /** Whether a boundary had to catch an error. */
  readonly failed: boolean
}

const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

await startPage()

function scroller(): HTMLElement {
  const element = document.getElementById('root')
  if (element === null) throw new Error('index.html has no #root')
  element.dataset.scroller = ''
  element.style.cssText = 'height: 800px; overflow-y: auto; width: 740px'
  return element
}

window.read = async (texts, steps, frames) => {
  const element = scroller()
  const root = createRoot(element)
  for (let step = 1; step <= steps; step += 1) {
    root.render(
      <StrictMode>
        {texts.map((text) => (
          <div key={text}>
            <Markdown text={text.slice(0, Math.ceil((text.length * step) / steps))} streaming={step < steps} />
          </div>
        ))}
      </StrictMode>,
    )
    await frame()
  }
  for (let waited = 0; waited < frames; waited += 1) await frame()
  const shown = [...element.children].map((child) => child.textContent)
  root.unmount()
  await frame()
  return shown
}

window.show = async (text, steps) => {
  const element = scroller()
  const root = createRoot(element)
  for (let step = 1; step <= steps; step += 1) {
    const shown = text.slice(0, Math.ceil((text.length * step) / steps))
    root.render(
      <StrictMode>
        <Markdown text={shown} streaming={step < steps} />
      </StrictMode>,
    )
    await frame()
  }
  await frame()
  element.scrollTop = element.scrollHeight / 2
  await frame()
  await frame()
  const figures = {
    elements: element.querySelectorAll('*').length,
    failed: element.querySelector('[role="note"]') !== null,
  }
  root.unmount()
  await frame()
  return figures
}
document.body.dataset.ready = ''
