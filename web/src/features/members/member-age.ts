/** Full years since a birthday. People born on February 29 turn a year older on March 1 in other years. */
export function ageOn(today: Date, birthday: string): number {
  const [year = 0, month = 1, day = 1] = birthday.split('-').map(Number);
  const beforeBirthday = today.getMonth() + 1 < month || (today.getMonth() + 1 === month && today.getDate() < day);
  return today.getFullYear() - year - (beforeBirthday ? 1 : 0);
}
