import { memo } from 'react'
import type { MarkdownBlock } from './block-splitter.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { elements } from './elements.tsx'
import { fencedText } from './fenced-code.ts'
import type { MessageDocument } from './message-document.ts'
import { SourceText } from './SourceText.tsx'

interface MarkdownBlockViewProps {
  readonly document: MessageDocument
  readonly block: MarkdownBlock
  readonly open: boolean
}

/** One block. Rendered once when it is finished, and again only if what it refers to changes. */
export const MarkdownBlockView = memo(function MarkdownBlockView({ document, block, open }: MarkdownBlockViewProps) {
  if (block.kind === 'code') {
    const { language, text } = fencedText(block.source)
    return <CodeBlock language={language} code={text} open={open} />
  }
  const tree = document.elementsOf(block)
  return typeof tree === 'string' ? <SourceText source={block.source} reason={tree} /> : elements(tree)
})
