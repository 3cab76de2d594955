import { expect, it } from 'vitest'
import { previewKind } from '../../../../src/renderer/components/preview/preview-kind.ts'

it.each([
  ['html', 'html'],
  ['HTML', 'html'],
  ['svg', 'svg'],
  ['mermaid', 'diagram'],
  ['python', null],
  ['', null],
  ['constructor', null],
])('a block in %j is %j', (language, kind) => {
  expect(previewKind(language, '')).toBe(kind)
})

it.each([
  ['<svg viewBox="0 0 1 1">', 'svg'],
  ['<?xml version="1.0"?>\n<!-- drawn -->\n<svg>', 'svg'],
  ['<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://a.b/svg11.dtd">\n<svg>', 'svg'],
  ['<!DOCTYPE html><svg>', null],
  ['<svgx>', null],
  ['<note><svg></svg></note>', null],
  ['', null],
])('XML that begins with %j is %j', (code, kind) => {
  expect(previewKind('xml', code)).toBe(kind)
})
