import type { TFunction } from 'i18next'
import { useState } from 'react'
import { type PriceProblem, priceTableMax, type ReadPrices, readPrices } from '../../../../shared/price-table.ts'
import type { Currency, Price } from '../../../../shared/prices.ts'
import { Button } from '../../../components/Button.tsx'
import { Choice } from '../../../components/forms/Choice.tsx'
import { useFilePick } from '../../../components/forms/use-file-pick.tsx'
import { useApp, useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import settings from '../SettingsPanel.module.css'
import classes from './Money.module.css'
import { NewPrices } from './NewPrices.tsx'

const problems = {
  empty: 'money.problemEmpty',
  columns: 'money.problemColumns',
  rows: 'money.problemRows',
  cells: 'money.problemCells',
  model: 'money.problemModel',
  price: 'money.problemPrice',
  unit: 'money.problemUnit',
  currency: 'money.problemCurrency',
  connection: 'money.problemConnection',
  connections: 'money.problemConnections',
  double: 'money.problemDouble',
  twice: 'money.problemTwice',
  ratio: 'money.problemRatio',
  json: 'money.problemJson',
} as const

function problemWords(t: TFunction, { kind, line, text }: PriceProblem): string {
  const what = t(problems[kind], { text: lineText(text) })
  return line === 0 ? what : t('money.line', { line, what })
}

/** Maximum number of names that a sentence lists. */
const namesMax = 12

function nameList(names: readonly string[]): string {
  const shown = names.slice(0, namesMax).map((name) => lineText(name, 40))
  return [...shown, ...(names.length > namesMax ? ['…'] : [])].join(', ')
}

type Read = Extract<ReadPrices, { readonly ok: true }>

/** A form that imports prices from a pasted table or a file, once the user has seen the parsed rows. */
export function PastePrices({ onTake }: { readonly onTake: (prices: readonly Price[]) => Promise<boolean> }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const connections = useApp((state) => state.connections.connections)
  const [text, setText] = useState('')
  const [currency, setCurrency] = useState<Currency>(language.startsWith('zh') ? 'CNY' : 'USD')
  const [told, setTold] = useState<string | null>(null)
  const [shown, setShown] = useState<{ readonly table: string; readonly read: Read } | null>(null)
  const show = (table: string, by: Currency) => {
    const read = readPrices(table, { currency: by, connections })
    setShown(read.ok ? { table, read } : null)
    setTold(read.ok ? t('money.readRows', { number: read.prices.length }) : problemWords(t, read.problem))
  }
  const take = async (prices: readonly Price[]) => {
    if (!(await onTake(prices))) return
    setText('')
    setShown(null)
    setTold(t('money.taken', { number: prices.length }))
  }
  const files = useFilePick({
    accept: '.json,.csv,.tsv,.txt,.md',
    onFiles: async ([chosen]) => {
      if (chosen === undefined) return
      if (chosen.size > priceTableMax) return setTold(t('money.problemRows'))
      show(await chosen.text(), currency)
    },
  })
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
        onChange={(event) => {
          setText(event.currentTarget.value)
          // the preview must match what is imported
          setShown(null)
          setTold(null)
        }}
      />
      <p role="status" className={settings.aside}>
        {told}
      </p>
      {shown === null ? null : <ReadRows read={shown.read} />}
      <div className={classes.bar}>
        <Choice
          label={t('money.defaultCurrency')}
          value={currency}
          options={[
            { value: 'CNY', words: t('money.cny') },
            { value: 'USD', words: t('money.usd') },
          ]}
          onChoose={(chosen) => {
            setCurrency(chosen)
            if (shown !== null) show(shown.table, chosen)
          }}
        />
        {shown === null ? (
          <Button size="small" disabled={text.trim() === ''} onClick={() => show(text, currency)}>
            {t('money.read')}
          </Button>
        ) : (
          <>
            <Button kind="primary" size="small" onClick={() => void take(shown.read.prices)}>
              {t('money.take')}
            </Button>
            <Button
              size="small"
              onClick={() => {
                setShown(null)
                setTold(null)
              }}
            >
              {t('money.cancel')}
            </Button>
          </>
        )}
        <Button size="small" onClick={files.choose}>
          {t('money.file')}
        </Button>
        {files.input}
      </div>
    </section>
  )
}

/** The parsed rows of a table, before they are stored. */
function ReadRows({ read: { ignored, prices, skipped } }: { readonly read: Read }) {
  const { t } = useTranslation()
  return (
    <>
      <NewPrices label={t('money.preview')} prices={prices} />
      {ignored.length === 0 ? null : (
        <p className={settings.aside}>{t('money.ignored', { names: nameList(ignored) })}</p>
      )}
      {skipped.length === 0 ? null : (
        <p className={settings.aside}>{t('money.skipped', { names: nameList(skipped) })}</p>
      )}
    </>
  )
}
