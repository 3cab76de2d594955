import { Children, createElement, isValidElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { Advanced, VideosPage } from '../../../../src/renderer/features/settings/VideosPage.tsx'
import { WordTable } from '../../../../src/renderer/features/settings/WordTable.tsx'
import { showLanguage, startI18n } from '../../../../src/renderer/platform/i18n/i18n.ts'

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  await startI18n('en')
  await showLanguage('en')
})

/** The components of a page, by a component around them. */
function within(nodes: ReactNode, around: unknown = null): readonly (readonly [around: unknown, part: unknown])[] {
  return Children.toArray(nodes).flatMap((node) => {
    if (!isValidElement<{ readonly name?: string; readonly children?: ReactNode }>(node)) return []
    const { children, name } = node.props
    return [[around, name ?? node.type] as const, ...within(children, node.type)]
  })
}

it('status words and the limit of status checks are folded', () => {
  const parts = within(createElement('div', null, VideosPage()).props.children)
  const folded = parts.filter(([around]) => around === Advanced).map(([, part]) => part)
  expect(folded).toEqual(['videoPollsPerMinute', WordTable])
  expect(parts.filter(([, part]) => folded.includes(part))).toHaveLength(folded.length)
  expect(renderToStaticMarkup(createElement(Advanced, null, 'folded'))).toMatch(
    /^<details[^>]*><summary>Advanced<\/summary>folded<\/details>$/,
  )
})
