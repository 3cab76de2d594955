import { expect, test } from 'vitest'
import { offerOf } from '../../../../src/main/services/updates/found-update.ts'
import { notesFor } from '../../../../src/shared/release-notes.ts'

const notesIn = (releaseNotes: unknown): string => offerOf({ version: '1.2.0', releaseNotes }).notes

test('release notes in HTML are shown as text, with line breaks', () => {
  const html =
    '<p>For <b>all</b> &amp; everyone</p>\n<p>[en]</p>\n<ul>\n<li>New <code>x</code></li>\n<li>Old</li>\n</ul>\n<p>[zh-CN]</p>\n<ul>\n<li>新增</li>\n</ul>'
  const notes = notesIn(html)
  expect(notes).not.toMatch(/[<>]/)
  expect(notesFor(notes, 'en')).toMatch(/^For all & everyone\n\n(?:- )?New x\n+(?:- )?Old$/)
  expect(notesFor(notes, 'zh-CN')).toMatch(/^For all & everyone\n\n(?:- )?新增$/)
})

test('scripts and resources of HTML are removed', () => {
  expect(notesIn('<p>Hello<script>alert(1)</script><img src=x onerror=alert(2)></p>')).toBe('Hello')
})

test('plain release notes are unchanged, even with HTML characters', () => {
  expect(notesIn('- a < b\n- <p> is shown')).toBe('- a < b\n- <p> is shown')
})

test('release notes of several versions are joined, and long ones are truncated', () => {
  expect(notesIn([{ note: 'one' }, { note: null }, { note: 'two' }])).toBe('one\n\n\n\ntwo')
  expect(notesIn(`<p>${'a'.repeat(200_000)}</p>`)).toHaveLength(20_000)
})
