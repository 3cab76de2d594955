import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { showLanguage, startI18n } from '../../../../src/renderer/platform/i18n/i18n.ts'
import { type Translation, useTranslation } from '../../../../src/renderer/platform/i18n/use-translation.ts'

afterEach(() => vi.unstubAllGlobals())

const seen: Translation[] = []

function Panel() {
  const translation = useTranslation()
  seen.push(translation)
  return (
    <b>
      {translation.t('chat.panel')} {translation.t('files.pages', { count: 1 })}{' '}
      {translation.t('files.pages', { count: 2 })}
    </b>
  )
}

test('a component has the words of the current language, and one value for each language', async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  await startI18n('en')
  const rendered = [renderToStaticMarkup(<Panel />), renderToStaticMarkup(<Panel />)]
  await showLanguage('zh-CN')
  rendered.push(renderToStaticMarkup(<Panel />))
  await showLanguage('en')
  rendered.push(renderToStaticMarkup(<Panel />))
  const english = '<b>Chat 1 page 2 pages</b>'
  expect(rendered).toEqual([english, english, '<b>对话 1 页 2 页</b>', english])
  const [first, second, chinese, again] = seen
  expect(second).toBe(first)
  expect(chinese).not.toBe(first)
  expect(again).not.toBe(chinese)
})
