import { X } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './ServersPage.module.css'

/** A name with a secret value; an empty value keeps the stored one. */
export interface NamedRow {
  readonly key: string
  readonly name: string
  readonly value: string
  readonly isStored: boolean
}

interface NamedValuesProps {
  readonly label: string
  readonly rows: readonly NamedRow[]
  readonly onChange: (rows: readonly NamedRow[]) => void
}

/** Editor of names with secret values. A stored value is never shown. */
export function NamedValues({ label, rows, onChange }: NamedValuesProps) {
  const { t } = useTranslation()
  const change = (key: string, part: Partial<NamedRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  return (
    <fieldset className={classes.values}>
      <legend>{label}</legend>
      {rows.map((row) => (
        <div key={row.key} className={classes.pair}>
          <input
            aria-label={t('servers.valueName')}
            placeholder={t('servers.valueName')}
            value={row.name}
            maxLength={200}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => change(row.key, { name: event.currentTarget.value, isStored: false })}
          />
          <input
            type="password"
            aria-label={t('servers.valueOf', { name: row.name })}
            placeholder={row.isStored ? t('servers.valueKept') : t('servers.value')}
            value={row.value}
            maxLength={8000}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => change(row.key, { value: event.currentTarget.value })}
          />
          <IconButton
            icon={X}
            words={t('servers.valueRemove', { name: row.name })}
            iconSize={15}
            size="small"
            onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
          />
        </div>
      ))}
      <Button
        size="small"
        onClick={() => onChange([...rows, { key: crypto.randomUUID(), name: '', value: '', isStored: false }])}
      >
        {t('servers.valueAdd')}
      </Button>
    </fieldset>
  )
}
