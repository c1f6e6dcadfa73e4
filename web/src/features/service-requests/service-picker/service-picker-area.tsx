import { Anchor, Select, Text } from '@mantine/core';
import { Link } from 'react-router';
import { isActiveAdmin, useCurrentUser } from '../../../lib/current-user.ts';
import { radii, type SearchArea } from './search-area.ts';
import { pickerTexts as texts } from './service-picker.texts.ts';

type Center = SearchArea['center'];

/** Where to look for services. */
export interface PickerArea {
  radius: number | null;
  /** Null if no ZIP code is known. */
  center: Center | null;
  zipCodes: Record<Center, string | null>;
  onChange: (change: Partial<SearchArea>) => void;
}

/** How far to look, and from where. */
export function ServicePickerArea({ radius, center, zipCodes, onChange }: PickerArea) {
  const known = (['organization', 'member'] as const).filter((one) => zipCodes[one] !== null);
  return (
    <>
      <Select
        aria-label={texts.center}
        placeholder={texts.centerUnknown}
        data={known.map((one) => ({ value: one, label: `${texts.centerOf[one]} (${zipCodes[one]})` }))}
        value={center}
        onChange={(value) => value && onChange({ center: value as Center })}
        disabled={known.length === 0}
        allowDeselect={false}
      />
      <Select
        aria-label={texts.distance}
        data={[...radii, null].map((miles) => ({ value: String(miles), label: texts.miles(miles) }))}
        value={String(radius)}
        onChange={(value) => value && onChange({ radius: value === 'null' ? null : Number(value) })}
        allowDeselect={false}
      />
    </>
  );
}

/** Tells staff of an organization without a ZIP code what is missing because of it. */
export function MissingZipCode({ radius, center, zipCodes }: Omit<PickerArea, 'onChange'>) {
  const admin = isActiveAdmin(useCurrentUser());
  if (zipCodes.organization !== null) return null;
  const why = center === 'member' ? 'member' : radius === null ? 'all' : 'ownOnly';
  return (
    <Text className="text-xs line-18 dimmed">
      {texts.noZip[why]}{' '}
      {admin ? (
        <Anchor component={Link} to="/account-management" fz="inherit">
          {texts.addZip}
        </Anchor>
      ) : (
        texts.adminAddsZip
      )}
    </Text>
  );
}
