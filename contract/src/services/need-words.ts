import type { ServiceType } from './service-type.ts';

/** What people call a need, in English and Spanish, in lower case and without accents. */
const words: Partial<Record<ServiceType, string>> = {
  HOUSING: `apartment apartments eviction evicted evict foreclosure home homeless homelessness house housing landlord
    lodging motel mortgage rent rental renting roommate shelter shelters sleep tenant utilities
    alquiler alojamiento arrendador arrendamiento albergue apartamento casa casero desalojo desalojado desahucio dormir
    hipoteca hogar inquilino refugio renta techo vivienda`,
  FOOD: `breakfast dinner eat ebt feed food foods formula fridge grocery groceries hunger hungry kitchen lunch meal meals
    milk nutrition pantry snap soup supper wic
    alimento alimentos almuerzo cena cocina comedor comer comida comidas cupones desayuno despensa estampillas hambre
    leche nutricion supermercado viveres`,
  TRANSPORTATION: `airport bus buses car carpool driver fare gas gasoline lift metro ride rides shuttle subway taxi train
    transit transport transportation travel van vehicle wheelchair
    autobus automovil camion camioneta carro chofer coche gasolina pasaje taxis transporte traslado tren viaje viajes`,
  FAMILY: `babies baby babysitter child childcare children clothes clothing cradle crib custody daycare diaper diapers
    family foster kid kids mother newborn nursery parent parenting pregnancy pregnant stroller teen toddler
    adopcion bebe bebes carriola crianza cuna embarazada embarazo familia familias guarderia hijo hijos madre mama
    menores nina ninera nino ninos panal panales padre padres ropa`,
  ECONOMIC: `bank bills benefits budget cash credit debt debts disability electric electricity finance financial heat
    heating income loan loans money power taxes unemployment water welfare
    agua beneficios calefaccion credito cuentas desempleo deuda deudas dinero discapacidad economica electricidad
    facturas impuestos ingresos luz prestamo presupuesto recibo`,
  EMPLOYMENT: `apprenticeship career careers employment hire hiring interview interviews job jobless jobs layoff resume
    skills training unemployed wage wages work worker
    capacitacion carrera curriculum desempleado empleo empleos entrevista oficio salario sueldo trabajador trabajar
    trabajo`,
  EDUCATION: `class classes college computer course courses diploma education esl ged homework learn literacy reading
    scholarship school student study teacher tutor tutoring university
    aprender beca becas clase clases computadora curso cursos educacion escuela estudiante estudiar estudios ingles
    lectura maestro tarea tutoria universidad`,
  MEDICAL: `checkup clinic dental dentist diabetes doctor doctors eye eyeglasses glasses health hospital immunization
    insurance medicaid medical medicare medication medicine nurse pharmacy physician pill pills prescription shot sick
    teeth tooth vaccine vision
    clinica dental dentista diente dientes enfermera enfermo farmacia gafas lentes medicamento medicamentos medicina
    medico muela ojos pastillas receta salud seguro vacuna vacunas vista`,
  MENTAL_HEALTH: `abuse addiction alcohol alcoholism anxiety counseling counselor crisis depressed depression detox drugs
    drug grief mental overdose ptsd psychiatrist psychologist rehab sad sober stress suicide suicidal therapist therapy
    trauma
    abuso adiccion alcoholico ansiedad consejeria consejero deprimido depresion drogas duelo estres psicologo psiquiatra
    rehabilitacion sobredosis suicidio terapeuta terapia triste`,
  LEGAL: `asylum attorney citizenship court deportation divorce immigrant immigration jail judge law lawsuit
    lawyer legal police prison probation restraining visa warrant
    abogada abogado asilo carcel ciudadania corte demanda deportacion derechos divorcio inmigracion inmigrante juez
    juicio ley migracion orden policia prision`,
  SOCIAL: `club companion community elderly friend friends group isolated isolation lonely loneliness recreation senior
    seniors social veteran veterans visitor
    aislado amigo amigos anciano ancianos club comunidad compania grupo mayores soledad solo veterano
    veteranos`,
  TRANSLATION: `interpret interpreter interpreting language languages translate translation translator
    idioma idiomas interpretacion interprete lengua traduccion traducir traductor`,
  CIVIC_ENGAGEMENT: `census civic id identification license passport register vote voter voting
    censo civica identificacion licencia pasaporte registro votar voto`,
  VOLUNTEER: `donate donation donations volunteer volunteering volunteers
    donacion donaciones donar voluntaria voluntariado voluntario voluntarios`,
};

const typesByWord = new Map<string, ServiceType[]>();
for (const [type, text] of Object.entries(words) as [ServiceType, string][]) {
  for (const word of text.split(/\s+/)) typesByWord.set(word, [...(typesByWord.get(word) ?? []), type]);
}

/** The types of services that help with what this everyday word names. */
export function typesOfNeed(word: string): ServiceType[] {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return typesByWord.get(plain) ?? [];
}
