import type { SoundTrackChoice, SoundTracks } from '../../../../shared/transcript.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { hasSoundAtPlaces } from '../listening/loudness.ts'
import classes from './Form.module.css'

interface TrackSelectProps {
  readonly sound: SoundTracks
  readonly chosen: SoundTrackChoice
  readonly onChoose: (track: SoundTrackChoice) => void
}

/** A choice among the sound tracks of a recording, each with its loudness, or all of them mixed. */
export function TrackSelect({ sound, chosen, onChoose }: TrackSelectProps) {
  const { t } = useTranslation()
  return (
    <label className={classes.track}>
      <span>{t('transcription.track')}</span>
      <select
        value={chosen}
        onChange={({ currentTarget: { value } }) => onChoose(value === 'all' ? value : Number(value))}
      >
        {sound.tracks.map(({ language, loudness, name }, index) => (
          // the tracks of a file never change their order
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is what is chosen
          <option key={index} value={index}>
            {[
              name ?? t('transcription.trackOf', { index: index + 1 }),
              language,
              hasSoundAtPlaces(loudness)
                ? t('transcription.trackLoudness', { loudness: String(loudness).replace('-', '−') })
                : t('transcription.trackNoSound'),
            ]
              .filter((part) => part !== null)
              .join(' · ')}
          </option>
        ))}
        <option value="all">{t('transcription.trackAll')}</option>
      </select>
    </label>
  )
}
