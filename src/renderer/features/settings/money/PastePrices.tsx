import type { TFunction } from 'i18next'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PriceProblem, priceTableMax, readPrices } from '../../../../shared/price-table.ts'
import type { Currency, Price } from '../../../../shared/prices.ts'
import buttons from '../../../components/buttons.module.css'
import { Choice } from '../../../components/forms/Choice.tsx'
import { useApp, useLanguage } from '../../../platform/app-store.ts'
import { lineText } from '../../../platform/line-text.ts'
import settings from '../SettingsPanel.module.css'
import classes from './Money.module.css'

const problems = {
  empty: 'money.problemEmpty',
  columns: 'money.problemColumns',
  rows: 'money.problemRows',
  model: 'money.problemModel',
  price: 'money.problemPrice',
  currency: 'money.problemCurrency',
  connection: 'money.problemConnection',
  double: 'money.problemDouble',
  json: 'money.problemJson',
} as const

function problemWords(t: TFunction, { kind, line, text }: PriceProblem): string {
  const what = t(problems[kind], { text: lineText(text) })
  return line === 0 ? what : t('money.line', { line, what })
}

/** Takes prices from a pasted table or a file. */
export function PastePrices({ onTake }: { readonly onTake: (prices: readonly Price[]) => Promise<boolean> }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const connections = useApp((state) => state.connections.connections)
  const [text, setText] = useState('')
  const [currency, setCurrency] = useState<Currency>(language.startsWith('zh') ? 'CNY' : 'USD')
  const [told, setTold] = useState<string | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const take = async (table: string) => {
    const read = readPrices(table, { currency, connections })
    if (!read.ok) return setTold(problemWords(t, read.problem))
    if (!(await onTake(read.prices))) return
    setText('')
    const taken = t('money.taken', { number: read.prices.length })
    const names = read.ignored.map((name) => lineText(name, 40)).join(', ')
    setTold(names === '' ? taken : `${taken} ${t('money.ignored', { names })}`)
  }
  const small = `${buttons.quiet} ${buttons.small}`
  return (
    <section aria-label={t('money.paste')}>
      <h3 className={settings.subheading}>{t('money.paste')}</h3>
      <p className={settings.aside}>{t('money.pasteHint')}</p>
      <textarea
        className={classes.paste}
        aria-label={t('money.paste')}
        maxLength={priceTableMax}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p role="status" className={settings.aside}>
        {told}
      </p>
      <div className={classes.bar}>
        <Choice
          label={t('money.defaultCurrency')}
          value={currency}
          options={[
            { value: 'CNY', words: t('money.cny') },
            { value: 'USD', words: t('money.usd') },
          ]}
          onChoose={setCurrency}
        />
        <button type="button" className={small} disabled={text.trim() === ''} onClick={() => void take(text)}>
          {t('money.take')}
        </button>
        <button type="button" className={small} onClick={() => file.current?.click()}>
          {t('money.file')}
        </button>
        <input
          ref={file}
          type="file"
          accept=".json,.csv,.tsv,.txt,.md"
          hidden
          onChange={async (event) => {
            const chosen = event.currentTarget.files?.[0]
            event.currentTarget.value = ''
            if (chosen === undefined) return
            if (chosen.size > priceTableMax) return setTold(t('money.problemRows'))
            await take(await chosen.text())
          }}
        />
      </div>
    </section>
  )
}
