import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { TestReportLine } from '../../../../src/renderer/components/connection-form/TestReportLine.tsx'
import { showLanguage, startI18n } from '../../../../src/renderer/platform/i18n/i18n.ts'

const place = 'https://gateway.example/v1'

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  await startI18n('en')
  await showLanguage('en')
})

function words(foundAt?: string, savedAt?: string): string {
  const report = { outcome: 'ok' as const, models: 2, ...(foundAt === undefined ? {} : { foundAt }) }
  const saved = savedAt === undefined ? {} : { savedAt }
  return renderToStaticMarkup(<TestReportLine report={report} where="form" onRetry={() => {}} {...saved} />)
}

describe('a successful test of a connection', () => {
  test('shows where the gateway was found, unless the address was typed so', () => {
    expect(words(place)).toContain(`Found at ${place}.`)
    expect(words()).not.toContain('ound at')
  })

  test('reports a gateway that is no longer at the saved address', () => {
    expect(words(place, place)).toContain(`Found at ${place}.`)
    expect(words(place, 'https://gateway.example/api')).toContain(`Now found at ${place}.`)
  })

  test('reports the found address in Chinese', async () => {
    await showLanguage('zh-CN')
    expect(words(place)).toContain(`网关地址：${place}`)
    expect(words(place, 'https://gateway.example/api')).toContain(`网关地址已变为 ${place}`)
  })
})
