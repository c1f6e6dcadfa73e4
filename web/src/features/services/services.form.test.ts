import type { Service } from '@kinbridge/contract/services/services.contract';
import { expect, it } from 'vitest';
import { rebase, sayService, toValues, typedIn } from './services.form.ts';

const meals = { id: 7, name: 'Hot meals', type: 'FOOD', description: null } as Service;
const rides = { id: 8, name: 'Rides', type: 'TRANSPORTATION', description: 'On weekdays' } as Service;
const known = [meals, rides];

it('keeps only the edited fields as a draft', () => {
  const services = [toValues(meals), { ...toValues(rides), name: 'Trips' }];
  expect(typedIn({ services }, known)).toEqual({ 8: { name: 'Trips' } });
});

it('merges what a colleague saved into the service it belongs to', () => {
  const services = [toValues(meals), { ...toValues(rides), name: 'Trips' }];
  const fresh = [{ ...meals, type: 'SOCIAL' } as Service, { ...rides, name: 'Lifts' }];
  const { values, conflicts } = rebase({ services }, known, fresh);
  expect(values.services).toEqual([{ ...toValues(meals), type: 'SOCIAL' }, services[1]]);
  expect(conflicts).toEqual([
    { field: 'services.0.type', label: 'Service type of service #1', saved: 'SOCIAL' },
    { field: 'services.1.name', label: 'Service name of service #2', saved: 'Lifts', typed: 'Trips' },
  ]);
});

it('reads out a type as the form shows it', () => {
  expect(sayService('services.0.type', 'TRANSPORTATION')).toBe('Transportation+');
  expect(sayService('services.0.name', 'TRANSPORTATION')).toBeUndefined();
});
