import { Check, Copy, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Button } from '../Button.tsx'
import { copyText } from './clipboard.ts'

/** A button that copies `text()` and confirms it briefly. */
export function CopyButton({
  text,
  label,
  icon: Icon = Copy,
}: {
  text: () => string
  label: string
  icon?: LucideIcon
}) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])
  const name = copied ? t('app.copied') : label
  return (
    <Button
      kind="icon"
      size="small"
      aria-label={name}
      title={name}
      onClick={async () => setCopied(await copyText(text()))}
    >
      {copied ? <Check size={15} /> : <Icon size={15} />}
    </Button>
  )
}
