import '../../../src/renderer/platform/theme/tokens.css'
import { type ComponentType, memo, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import ReactMarkdown from 'react-markdown'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import { Streamdown } from 'streamdown'
import { BlockSplitter } from '../../../src/renderer/components/markdown/block-splitter.ts'
import { Markdown } from '../../../src/renderer/components/markdown/Markdown.tsx'
import { continuesBlock } from '../../../src/renderer/components/markdown/syntax-tree.ts'
import { startPage } from '../../fuzz/markdown/started-page.ts'

const plugins = [remarkGfm, remarkMath, remarkCjkFriendly]

const MemoisedBlock = memo(function MemoisedBlock({ source }: { source: string }) {
  return <ReactMarkdown remarkPlugins={plugins}>{source}</ReactMarkdown>
})

const renderers: Readonly<Record<string, ComponentType<{ text: string }>>> = {
  // what the app uses
  atelier: ({ text }) => <Markdown text={text} streaming />,
  // parses the whole message at every piece
  'react-markdown': ({ text }) => <ReactMarkdown remarkPlugins={plugins}>{text}</ReactMarkdown>,
  // the same library, with finished blocks memoised
  'react-markdown-blocks': ({ text }) =>
    new BlockSplitter(continuesBlock)
      .update(text)
      .map((block) => <MemoisedBlock key={block.start} source={block.source} />),
  streamdown: ({ text }) => <Streamdown>{text}</Streamdown>,
}

let text = ''
let listener = (): void => {}
const subscribe = (changed: () => void): (() => void) => {
  listener = changed
  return () => {
    listener = () => {}
  }
}

declare global {
  interface Window {
    /**
     * Streams `whole` into a renderer, `perFrame` characters a frame, and follows the end. Resolves when all is
     * rendered.
     */
    stream(renderer: string, whole: string, perFrame: number): Promise<void>
  }
}

window.stream = async (name, whole, perFrame) => {
  await startPage()
  const Renderer = renderers[name]
  const element = document.getElementById('root')
  if (!Renderer || !element) throw new Error(`no renderer ${name}`)
  function Message() {
    const shown = useSyncExternalStore(subscribe, () => text)
    return Renderer ? <Renderer text={shown} /> : null
  }
  element.style.cssText = 'height: 800px; overflow-y: auto; width: 740px'
  createRoot(element).render(<Message />)
  while (text.length < whole.length) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    text = whole.slice(0, text.length + perFrame)
    listener()
    element.scrollTop = element.scrollHeight
  }
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}
