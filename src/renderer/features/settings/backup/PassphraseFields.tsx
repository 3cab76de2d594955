import { passphraseMax, passphraseMin } from '../../../../shared/backup-limits.ts'
import { TextField } from '../../../components/forms/TextField.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'

/** Returns the problem of a new passphrase typed twice; null if there is none. */
export function passphraseFault(first: string, second: string): 'short' | 'differs' | null {
  if (first.length < passphraseMin) return 'short'
  return first === second ? null : 'differs'
}

export interface TypedTwice {
  readonly first: string
  readonly second: string
}

interface PassphraseFieldsProps {
  readonly value: TypedTwice
  readonly onChange: (value: TypedTwice) => void
}

/** Fields for a new passphrase, typed twice because it is hidden. */
export function PassphraseFields({ value, onChange }: PassphraseFieldsProps) {
  const { t } = useTranslation()
  const { first, second } = value
  const fault = passphraseFault(first, second)
  const common = {
    type: 'password',
    autoComplete: 'new-password',
    spellCheck: false,
    maxLength: passphraseMax,
  } as const
  return (
    <>
      <TextField
        {...common}
        label={t('backup.passphrase')}
        description={t('backup.passphraseShort', { count: passphraseMin })}
        value={first}
        data-autofocus
        onText={(first) => onChange({ first, second })}
      />
      <TextField
        {...common}
        mt="sm"
        label={t('backup.passphraseAgain')}
        value={second}
        // no error while the repetition is shorter than the first entry
        error={fault === 'differs' && second.length >= first.length ? t('backup.passphraseDiffers') : null}
        onText={(second) => onChange({ first, second })}
      />
    </>
  )
}
