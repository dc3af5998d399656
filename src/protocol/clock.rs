//! Clocks, one a seat, and how much of one a turn may take.

use std::time::Duration;

use crate::search::Limits;

/// How much time there is, as `time_settings` and its like say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// Time for the game.
    pub main: Duration,
    /// Added after each turn.
    pub increment: Duration,
    /// What follows when the main time is used up.
    pub overtime: Overtime,
}

/// Time beyond the main time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overtime {
    /// None.
    #[default]
    None,
    /// So many turns have to be made in each period.
    Stones {
        /// A period's length.
        period: Duration,
        /// Turns in it.
        stones: u32,
    },
    /// So many periods, of which each turn may take one without using it up.
    Periods {
        /// A period's length.
        period: Duration,
        /// How many there are.
        periods: u32,
    },
}

/// One seat's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    /// What is left of the main time, or of the period that runs.
    left: Duration,
    /// Turns, or periods, that are left in overtime; 0 in the main time.
    count: u32,
}

/// A game is thought to go on for about so many turns more.
const TURNS_TO_GO: u32 = 25;

impl Clock {
    /// A clock that has not run yet.
    pub fn new(control: TimeControl) -> Self {
        let mut clock = Clock { control, left: control.main, count: 0 };
        clock.settle();
        clock
    }

    /// Sets what is left: of the main time, or with a `count` above 0 of overtime.
    pub fn set(&mut self, left: Duration, count: u32) {
        self.left = left;
        self.count = count;
        self.settle();
    }

    /// Begins overtime when the main time is used up.
    fn settle(&mut self) {
        if self.count > 0 || self.left > Duration::ZERO {
            return;
        }
        match self.control.overtime {
            Overtime::None => {}
            Overtime::Stones { period, stones } => (self.left, self.count) = (period, stones),
            Overtime::Periods { period, periods } => (self.left, self.count) = (period, periods),
        }
    }

    /// Takes the time of a turn off.
    pub fn spend(&mut self, mut time: Duration) {
        if self.count == 0 {
            let used = time.min(self.left);
            self.left = (self.left - used) + self.control.increment;
            time -= used;
            if self.left > Duration::ZERO || self.control.overtime == Overtime::None {
                return;
            }
            self.settle();
        }
        match self.control.overtime {
            Overtime::None => self.left = self.left.saturating_sub(time),
            Overtime::Stones { period, stones } => {
                self.left = self.left.saturating_sub(time);
                self.count = self.count.saturating_sub(1);
                if self.count == 0 {
                    (self.left, self.count) = (period, stones);
                }
            }
            Overtime::Periods { period, .. } => {
                let beyond = time.saturating_sub(self.left).as_nanos();
                // Counted and not taken one by one: there may be very many very short ones.
                let used = beyond.div_ceil(period.as_nanos().max(1));
                let most = self.count.saturating_sub(1);
                self.count -= u32::try_from(used).map_or(most, |used| used.min(most));
                self.left = period;
            }
        }
    }

    /// The limits of a turn: never more than is left without `overhead`.
    pub fn limits(&self, overhead: Duration) -> Limits {
        let (target, most) = match (self.count, self.control.overtime) {
            (0, overtime) => {
                let reserve = match overtime {
                    Overtime::None => Duration::ZERO,
                    Overtime::Stones { period, stones } => period / stones.max(1),
                    Overtime::Periods { period, .. } => period / 2,
                };
                let target = self.left / TURNS_TO_GO + self.control.increment * 9 / 10 + reserve;
                (target, (target * 4).min(self.left * 2 / 3 + self.control.increment / 2))
            }
            (count, Overtime::Stones { .. }) => {
                let share = self.left / count.max(1);
                (share, if count > 1 { (share * 3).min(self.left * 4 / 5) } else { self.left })
            }
            (_, _) => (self.left, self.left),
        };
        let most = most.min(self.left.saturating_sub(overhead));
        Limits { movetime: Some(most), target: Some(target.min(most)), ..Limits::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn control(main: u64, overtime: Overtime) -> TimeControl {
        TimeControl { main: s(main), increment: Duration::ZERO, overtime }
    }

    #[test]
    fn a_turn_never_takes_more_than_is_left_without_the_overhead() {
        let overtimes = [
            Overtime::None,
            Overtime::Stones { period: s(30), stones: 5 },
            Overtime::Periods { period: s(10), periods: 3 },
        ];
        for overtime in overtimes {
            let mut clock = Clock::new(control(60, overtime));
            for _ in 0..200 {
                let limits = clock.limits(Duration::from_millis(50));
                let most = limits.movetime.unwrap();
                assert!(most <= clock.left.saturating_sub(Duration::from_millis(50)), "{clock:?} {limits:?}");
                assert!(limits.target.unwrap() <= most);
                clock.spend(most);
            }
        }
    }

    #[test]
    fn overtime_begins_when_the_main_time_is_used_up() {
        let mut clock = Clock::new(control(10, Overtime::Stones { period: s(30), stones: 3 }));
        clock.spend(s(12));
        assert_eq!((clock.left, clock.count), (s(28), 2));
        clock.spend(s(5));
        clock.spend(s(5));
        assert_eq!((clock.left, clock.count), (s(30), 3));

        let mut clock = Clock::new(control(0, Overtime::Periods { period: s(10), periods: 3 }));
        clock.spend(s(9));
        assert_eq!((clock.left, clock.count), (s(10), 3));
        clock.spend(s(25));
        assert_eq!((clock.left, clock.count), (s(10), 1));
    }

    #[test]
    fn very_many_very_short_periods_are_counted_quickly() {
        for period in [Duration::ZERO, Duration::from_nanos(1)] {
            let overtime = Overtime::Periods { period, periods: u32::MAX };
            let mut clock = Clock::new(control(0, overtime));
            (0..1000).for_each(|_| clock.spend(s(100_000)));
            assert_eq!((clock.left, clock.count), (period, 1));
        }
        let overtime = Overtime::Periods { period: s(10), periods: 5 };
        for (time, count) in [(9, 5), (10, 5), (11, 4), (20, 4), (21, 3), (1000, 1)] {
            let mut clock = Clock::new(control(0, overtime));
            clock.spend(s(time));
            assert_eq!((clock.left, clock.count), (s(10), count), "{time}");
        }
    }

    #[test]
    fn an_increment_comes_after_each_turn() {
        let control = TimeControl { main: s(10), increment: s(2), overtime: Overtime::None };
        let mut clock = Clock::new(control);
        clock.spend(s(4));
        assert_eq!(clock.left, s(8));
        clock.spend(s(20));
        assert_eq!(clock.left, s(2));
    }

    #[test]
    fn a_clock_can_be_raised_and_lowered() {
        let mut clock = Clock::new(control(10, Overtime::None));
        for (left, most) in [(100, 16), (1, 1), (0, 0)] {
            clock.set(s(left), 0);
            let limits = clock.limits(Duration::ZERO);
            assert!(limits.movetime.unwrap() <= s(most), "{left}: {limits:?}");
        }
        clock.set(s(20), 4);
        assert_eq!(Clock::new(control(0, Overtime::None)).limits(s(1)).movetime, Some(Duration::ZERO));
    }
}
