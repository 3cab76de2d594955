import { memo, useRef } from 'react'
import { splitThinking } from '../../../shared/thinking.ts'
import { useApp } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Boundary } from '../boundary/Boundary.tsx'
import { ThoughtFold } from '../ThoughtFold.tsx'
import { BlockOpen } from './block-open.ts'
import type { MarkdownBlock } from './block-splitter.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { elements, Footnotes } from './Footnotes.tsx'
import { fencedText } from './fenced-code.ts'
import { FootnoteContext, useFootnoteIds } from './footnote-ids.ts'
import { LazyChunk } from './LazyChunk.tsx'
import { withLineBreaks } from './line-breaks.ts'
import classes from './Markdown.module.css'
import { MessageDocument } from './message-document.ts'
import { SourceText } from './SourceText.tsx'

/** Blocks per chunk, which bounds the work per frame however long the message is. */
const blocksInChunk = 5
const lengthInChunk = 6_000
/** Messages up to this many chunks and characters are rendered whole. */
const chunksAtOnce = 6
const lengthAtOnce = 20_000
/** Chunks per group in a very long message. */
const chunksInGroup = 40

interface MarkdownProps {
  readonly text: string
  /** Offset of the text in its message. */
  readonly start?: number
  readonly streaming: boolean
}

/**
 * The Markdown text of a message. When it grows, finished blocks are not parsed or rendered again. Only the part of a
 * long message near the window is rendered.
 */
export const Markdown = memo(function Markdown({ text, start = 0, streaming }: MarkdownProps) {
  const { t } = useTranslation()
  const { thinking, answer } = splitThinking(text, streaming)
  if (thinking === null) return <MessageText text={text} start={start} streaming={streaming} />
  const isThinking = answer === null && streaming
  const answerStart = start + text.length - (answer?.length ?? 0)
  return (
    <>
      {thinking.trim() === '' && !isThinking ? null : (
        <ThoughtFold label={t(isThinking ? 'markdown.thinkingNow' : 'markdown.thinking')}>
          {() => <MessageText text={thinking} start={start} streaming={false} />}
        </ThoughtFold>
      )}
      {answer === null ? null : <MessageText text={answer} start={answerStart} streaming={streaming} />}
    </>
  )
})

/** `start` is the offset of the text in the message. */
function MessageText({ text, start, streaming }: { text: string; start: number; streaming: boolean }) {
  const document = useRef<MessageDocument | null>(null)
  document.current ??= new MessageDocument()
  const { blocks, footnotes } = document.current.update(text)
  const container = useRef<HTMLDivElement>(null)
  const ids = useFootnoteIds(container)
  const chunks = useGroups(blocks, isFullChunk)
  const groups = useGroups(chunks, isFullGroup)
  const shared = { document: document.current, start }
  const last = chunks.at(-1)
  const atOnce = chunks.length <= chunksAtOnce && text.length <= lengthAtOnce
  return (
    <div ref={container} className={classes.markdown} data-streaming={streaming || undefined}>
      <FootnoteContext value={ids}>
        {atOnce
          ? chunks.map((chunk) => (
              <Blocks key={chunk[0]?.start} {...shared} blocks={chunk} open={streaming && chunk === last} />
            ))
          : groups.length === 1
            ? chunks.map((chunk, index) => (
                <Chunk
                  key={chunk[0]?.start}
                  {...shared}
                  blocks={chunk}
                  open={streaming && chunk === last}
                  eager={index === 0 || index >= chunks.length - 2}
                />
              ))
            : groups.map((group, index) => (
                <Group
                  key={group[0]?.[0]?.start}
                  {...shared}
                  chunks={group}
                  open={streaming && index === groups.length - 1}
                  isLast={index === groups.length - 1}
                />
              ))}
        {footnotes.length === 0 ? null : <Footnotes document={document.current} footnotes={footnotes} />}
      </FootnoteContext>
    </div>
  )
}

interface Shared {
  readonly document: MessageDocument
  readonly start: number
  readonly open: boolean
}

const Group = memo(function Group(props: Shared & { chunks: readonly Chunked[]; isLast: boolean }) {
  const { document, start, open, chunks, isLast } = props
  const from = chunks[0]?.[0]?.start ?? 0
  return (
    <LazyChunk start={start + from} length={lengthOf(chunks.flat())} eager={isLast}>
      {chunks.map((chunk, index) => (
        <Chunk
          key={chunk[0]?.start}
          document={document}
          start={start}
          blocks={chunk}
          open={open && index === chunks.length - 1}
          eager={isLast && index >= chunks.length - 2}
        />
      ))}
    </LazyChunk>
  )
})

const Chunk = memo(function Chunk({ blocks, eager, ...shared }: Shared & { blocks: Chunked; eager: boolean }) {
  return (
    <LazyChunk start={shared.start + (blocks[0]?.start ?? 0)} length={lengthOf(blocks)} eager={eager}>
      <Blocks {...shared} blocks={blocks} />
    </LazyChunk>
  )
})

type Chunked = readonly MarkdownBlock[]

const Blocks = memo(function Blocks({ document, blocks, open }: Shared & { blocks: Chunked }) {
  return blocks.map((block, index) => (
    <Boundary key={block.start} place="block" shown={block} source={() => block.source}>
      <MarkdownBlockView document={document} block={block} open={open && index === blocks.length - 1} />
    </Boundary>
  ))
})

function isFullChunk(blocks: readonly MarkdownBlock[]): boolean {
  return blocks.length >= blocksInChunk || lengthOf(blocks) >= lengthInChunk
}

function isFullGroup(chunks: readonly unknown[]): boolean {
  return chunks.length >= chunksInGroup
}

/** Groups a list. A group with unchanged members keeps its array, so that it is not rendered again. */
function useGroups<T>(members: readonly T[], isFull: (group: readonly T[]) => boolean): readonly (readonly T[])[] {
  const known = useRef<readonly (readonly T[])[]>([])
  const groups: (readonly T[])[] = []
  let group: T[] = []
  for (const [index, member] of members.entries()) {
    group.push(member)
    if (!isFull(group) && index < members.length - 1) continue
    const now = group
    const before = known.current[groups.length]
    const same = before !== undefined && before.length === now.length && before.every((one, at) => one === now[at])
    groups.push(same ? before : now)
    group = []
  }
  known.current = groups
  return groups
}

function lengthOf(blocks: readonly MarkdownBlock[]): number {
  const first = blocks[0]
  const last = blocks.at(-1)
  return first && last ? last.start + last.source.length - first.start : 0
}

interface MarkdownBlockViewProps {
  readonly document: MessageDocument
  readonly block: MarkdownBlock
  readonly open: boolean
}

/** One block, rendered once when finished, and again only when its references change. */
const MarkdownBlockView = memo(function MarkdownBlockView({ document, block, open }: MarkdownBlockViewProps) {
  const keepsLines = useApp(({ settings }) => settings.answerLines)
  if (block.kind === 'code') {
    const { language, note, text } = fencedText(block.source)
    return <CodeBlock language={language} note={note} code={text} open={open} />
  }
  const tree = document.elementsOf(block)
  if (typeof tree === 'string') return <SourceText source={block.source} reason={tree} />
  return <BlockOpen value={open}>{elements(keepsLines ? withLineBreaks(tree) : tree)}</BlockOpen>
})
