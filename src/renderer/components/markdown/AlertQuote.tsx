import { CircleAlert, Info, Lightbulb, type LucideIcon, OctagonAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertKind } from './alerts.ts'
import classes from './Markdown.module.css'

const signs: Readonly<Record<AlertKind, LucideIcon>> = {
  note: Info,
  tip: Lightbulb,
  important: CircleAlert,
  warning: TriangleAlert,
  caution: OctagonAlert,
}

/** A quote that begins with `[!NOTE]` or the like: a sign and a word say what it is. */
export function AlertQuote({ kind, children }: { kind: AlertKind; children: ReactNode }) {
  const { t } = useTranslation()
  const Sign = signs[kind]
  return (
    <blockquote className={classes.alert} data-alert={kind}>
      <p className={classes.alertTitle}>
        <Sign size={15} aria-hidden="true" />
        {t(`markdown.alert.${kind}`)}
      </p>
      {children}
    </blockquote>
  )
}
