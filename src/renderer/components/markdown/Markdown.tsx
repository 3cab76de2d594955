import { memo, useRef } from 'react'
import { Boundary } from '../boundary/Boundary.tsx'
import { BlockSplitter, type MarkdownBlock } from './block-splitter.ts'
import { LazyChunk } from './LazyChunk.tsx'
import classes from './Markdown.module.css'
import { MarkdownBlockView } from './MarkdownBlockView.tsx'

/** Blocks are grouped, so that what a frame looks at stays small however long the message is. */
const blocksInChunk = 5
/** Messages up to this many chunks are simply rendered. */
const chunksAtOnce = 6

/**
 * The text of a message. It may grow: finished blocks are never parsed or rendered again, and of long messages only
 * what is near the window is there at all.
 */
export const Markdown = memo(function Markdown({ text, streaming }: { text: string; streaming: boolean }) {
  const splitter = useRef<BlockSplitter | null>(null)
  splitter.current ??= new BlockSplitter()
  const chunks = useChunks(splitter.current.update(text))
  const last = chunks.length - 1
  return (
    <div className={classes.markdown} data-streaming={streaming || undefined}>
      {chunks.map((blocks, index) =>
        last < chunksAtOnce ? (
          <Blocks key={blocks[0]?.start} blocks={blocks} open={streaming && index === last} />
        ) : (
          <LazyChunk
            key={blocks[0]?.start}
            start={blocks[0]?.start ?? 0}
            length={lengthOf(blocks)}
            eager={index === 0 || index >= last - 1}
          >
            <Blocks blocks={blocks} open={streaming && index === last} />
          </LazyChunk>
        ),
      )}
    </div>
  )
})

const Blocks = memo(function Blocks({ blocks, open }: { blocks: readonly MarkdownBlock[]; open: boolean }) {
  return blocks.map((block, index) => (
    <Boundary key={block.start} place="block" shown={block} source={() => block.source}>
      <MarkdownBlockView block={block} open={open && index === blocks.length - 1} />
    </Boundary>
  ))
})

/** Groups blocks; a group whose blocks are the same as last time is the same array, so that it is not rendered again. */
function useChunks(blocks: readonly MarkdownBlock[]): readonly (readonly MarkdownBlock[])[] {
  const known = useRef<readonly (readonly MarkdownBlock[])[]>([])
  const chunks: (readonly MarkdownBlock[])[] = []
  for (let at = 0; at < blocks.length; at += blocksInChunk) {
    const before = known.current[chunks.length]
    const now = blocks.slice(at, at + blocksInChunk)
    const same =
      before !== undefined && before.length === now.length && before.every((block, index) => block === now[index])
    chunks.push(same ? before : now)
  }
  known.current = chunks
  return chunks
}

function lengthOf(blocks: readonly MarkdownBlock[]): number {
  const first = blocks[0]
  const last = blocks.at(-1)
  return first && last ? last.start + last.source.length - first.start : 0
}
