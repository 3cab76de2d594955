import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import { memo } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import type { MarkdownBlock } from './block-splitter.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { fencedCode } from './fenced-code.ts'
import { markdownComponents } from './markdown-components.tsx'
import { SourceText } from './SourceText.tsx'
import { parseBlock } from './syntax-tree.ts'

/** One block. Rendered once when it is finished: the same source is never parsed again. */
export const MarkdownBlockView = memo(
  function MarkdownBlockView({ block, open }: { block: MarkdownBlock; open: boolean }) {
    if (block.kind === 'code') {
      const { language, code } = fencedCode(block.source)
      return <CodeBlock language={language} code={code} open={open} />
    }
    const parsed = parseBlock(block.source)
    if (typeof parsed === 'string') return <SourceText source={block.source} reason={parsed} />
    return toJsxRuntime(parsed, {
      Fragment,
      jsx,
      jsxs,
      components: markdownComponents,
      ignoreInvalidStyle: true,
      passNode: true,
    })
  },
  (before, after) =>
    before.open === after.open && before.block.source === after.block.source && before.block.kind === after.block.kind,
)
